// Why the colours of a panel are not all that of hardware, and what is wrong although they are: by cause, in words and
// with the line.

import { placements } from '../../../src/model/placement.ts';
import type { DeviceReportJson, Placement } from '../../../src/web/api/report-schema.ts';
import type { DeviceViewJson, ViewJson } from '../../../src/web/api/view-schema.ts';
import type { Filter } from '../state/filter.ts';
import { printLocation } from '../units.ts';
import { PlacementSymbol } from './placement.tsx';
import { Prose } from './prose.tsx';

interface PanelReasonsProps {
  readonly view: ViewJson;
  readonly device: DeviceViewJson;
  readonly report: DeviceReportJson;
  readonly filter: Filter;
}

const shownMax = 6;
const namesMax = 4;

export function PanelReasons({ view, device, report, filter }: PanelReasonsProps) {
  const lines = [...itemReasons(device, report, filter), ...sparedPolicies(view, device, filter)];
  if (lines.length === 0) return null;
  return (
    <ul class="reasons" aria-label="What the colours mean">
      {lines.slice(0, shownMax).map(({ placement, subject, text }) => (
        <li key={`${subject} ${text}`}>
          <PlacementSymbol placement={placement} label={placement} />{' '}
          <span>
            {subject !== '' && <strong>{subject}: </strong>}
            <Prose text={text} />
          </span>
        </li>
      ))}
      {lines.length > shownMax && <li class="faint">and {lines.length - shownMax} more reasons</li>}
    </ul>
  );
}

interface ReasonLine {
  readonly placement: Placement;
  /** Names of items; empty where none speaks for the traffic. */
  readonly subject: string;
  readonly text: string;
}

function itemReasons(device: DeviceViewJson, report: DeviceReportJson, filter: Filter): readonly ReasonLine[] {
  return device.reasons.flatMap(({ text, items }) => {
    const shown = items.filter((index) => filter.shows(device.verdictTouches[index]));
    if (shown.length === 0) return [];
    const names = [...new Set(shown.map((index) => device.verdictNames[index] ?? ''))];
    const more = names.length - namesMax;
    const subject = `${names.slice(0, namesMax).join('; ')}${more > 0 ? ` and ${more} more` : ''}`;
    return [{ placement: worstOf(shown.flatMap((index) => report.verdicts[index] ?? [])), subject, text }];
  });
}

/** A port whose traffic is routed past a policy is that of hardware; only the finding knows. */
function sparedPolicies(view: ViewJson, device: DeviceViewJson, filter: Filter): readonly ReasonLine[] {
  return view.causes.flatMap(({ placement, findings: [index = -1] }) => {
    const finding = view.report.diagnostics[index];
    const isHere = finding?.device === undefined || finding.device === device.name;
    if (!finding || placement !== 'unpredictable' || !isHere || !filter.shows(view.diagnosticTouches[index])) return [];
    const isTold = device.reasons.some(({ text }) => text.startsWith(`${finding.what} (`));
    return isTold ? [] : [{ placement, subject: '', text: `${finding.what} (${printLocation(finding.location)})` }];
  });
}

function worstOf(verdicts: DeviceReportJson['verdicts']): Placement {
  return placements.findLast((each) => verdicts.some(({ placement }) => placement === each)) ?? 'hardware';
}
