// One port in words: in a strip of fixed height below the panel, so that nothing moves while the reader looks around.

import type { DeviceReportJson } from '../../../src/web/api/report-schema.ts';
import type { PanelPortJson } from '../../../src/web/api/view-schema.ts';
import { printSpeed } from '../units.ts';
import { PlacementBadge, PlacementSymbol } from './placement.tsx';

interface PortDetailsProps {
  readonly port: PanelPortJson | undefined;
  readonly report: DeviceReportJson;
}

export function PortDetails({ port, report }: PortDetailsProps) {
  if (!port) {
    return (
      <p class="port-details faint" aria-hidden="true">
        Point at a port to see what it carries; click it to filter the page.
      </p>
    );
  }
  const verdicts = port.verdicts.flatMap((index) => report.verdicts[index] ?? []);
  const worse = verdicts.filter(({ placement }) => placement !== 'hardware');
  return (
    <div class="port-details" aria-hidden="true">
      <p>
        <strong>{port.name}</strong>
        {port.name !== port.factoryName && <span class="faint"> ({port.factoryName})</span>}
        <span class="facts">{portFacts(port).join(' · ')}</span>
        {port.placement && <PlacementBadge placement={port.placement} />}
      </p>
      <p class="port-verdicts">
        {(worse.length > 0 ? worse : verdicts).slice(0, 4).map(({ subject, placement, because }) => (
          <span key={`${subject.menu} ${subject.key}`} class={`p-${placement}`}>
            <PlacementSymbol placement={placement} label={placement} /> {subject.kind} {subject.key}
            {because.length > 0 && <span class="faint"> {because.join(', ')}</span>}
          </span>
        ))}
        {verdicts.length === 0 && <span class="faint">The configuration says nothing about this port.</span>}
      </p>
    </div>
  );
}

/** The same as one line, for screen readers. */
export function portText(port: PanelPortJson, report: DeviceReportJson): string {
  const worst = port.verdicts
    .flatMap((index) => report.verdicts[index] ?? [])
    .filter(({ placement }) => placement === port.placement && placement !== 'hardware');
  const because = [...new Set(worst.flatMap((verdict) => verdict.because))];
  return [
    port.name,
    port.placement ?? 'not used',
    ...portFacts(port),
    ...(because.length > 0 ? [`because ${because.join(', ')}`] : []),
  ].join(', ');
}

function portFacts(port: PanelPortJson): readonly string[] {
  const untagged = port.vlans.filter(({ tagged }) => !tagged).map(vlanName);
  const tagged = port.vlans.filter((vlan) => vlan.tagged).map(vlanName);
  return [
    `${printSpeed(port.mbps)} ${port.medium.toUpperCase()}`,
    port.chip === null ? 'wired to the CPU' : `on ${port.chip}`,
    ...(port.management ? ['management'] : []),
    ...(port.enabled ? [] : ['shut']),
    ...port.uses,
    ...(untagged.length > 0 ? [`VLAN ${untagged.join(', ')}`] : []),
    ...(tagged.length > 0 ? [`tagged ${tagged.join(', ')}`] : []),
  ];
}

function vlanName({ id, name }: PanelPortJson['vlans'][number]): string {
  return name === undefined ? `${id}` : `${name} (${id})`;
}
