// Everything at a glance: each device with its panel, flows, tables and verdicts.

import { useState } from 'preact/hooks';
import type { DeviceReportJson } from '../../../src/web/api/report-schema.ts';
import type { DeviceViewJson, ViewJson } from '../../../src/web/api/view-schema.ts';
import { CapacityBars } from '../components/capacity-bars.tsx';
import { type FlowRow, FlowsTable } from '../components/flows-table.tsx';
import { FrontPanel, type PanelColouring } from '../components/front-panel.tsx';
import { PanelLegend } from '../components/panel-legend.tsx';
import { PanelReasons } from '../components/panel-reasons.tsx';
import { Segmented } from '../components/segmented.tsx';
import { TopFindings } from '../components/top-findings.tsx';
import { VerdictGroups } from '../components/verdict-groups.tsx';
import { type Filter, markedPorts, useFilter } from '../state/filter.ts';

export function Overview({ view }: { readonly view: ViewJson }) {
  const filter = useFilter();
  const [colouring, setColouring] = useState<PanelColouring>('placement');
  const crossing = (view.report.flows ?? []).filter(({ name }) => filter.shows([`flow/${name}`]));
  return (
    <>
      <TopFindings view={view} filter={filter} />
      {crossing.length > 0 && (
        <section class="card" aria-labelledby="crossing">
          <h2 id="crossing">Flows across devices</h2>
          <FlowsTable
            rows={crossing.map((flow) => {
              const devices = flow.hops.map(({ device }) => device);
              return { flow, text: devices.join(' → '), devices };
            })}
            selected={selectedFlow(filter)}
            onSelect={(name) => filter.toggle(`flow/${name}`)}
          />
        </section>
      )}
      {view.devices.map((device, index) => {
        const report = view.report.devices[index];
        return (
          report && (
            <DeviceSection
              key={device.name}
              view={view}
              device={device}
              report={report}
              filter={filter}
              colouring={colouring}
              onColour={setColouring}
            />
          )
        );
      })}
      {view.devices.length === 0 && <p class="empty">No device can be shown: the findings say why.</p>}
    </>
  );
}

interface DeviceSectionProps {
  readonly view: ViewJson;
  readonly device: DeviceViewJson;
  readonly report: DeviceReportJson;
  readonly filter: Filter;
  readonly colouring: PanelColouring;
  onColour(colouring: PanelColouring): void;
}

function DeviceSection({ view, device, report, filter, colouring, onColour }: DeviceSectionProps) {
  const id = `device-${device.name}`;
  const flows = flowRows(device, report).filter((_, index) => filter.shows(device.flowTouches[index]));
  const verdicts = report.verdicts
    .map((verdict, index) => ({ verdict, index, name: device.verdictNames[index] ?? verdict.subject.key }))
    .filter(({ index }) => filter.shows(device.verdictTouches[index]));
  const prefix = `${device.name}/port/`;
  const selected = filter.touch?.startsWith(prefix) ? filter.touch.slice(prefix.length) : undefined;
  const vlanIds = vlanIdsOf(device);
  return (
    <section class="device" aria-labelledby={id}>
      <header class="device-head">
        <h2 id={id}>{device.name}</h2>
        <p class="device-facts">
          <span>{report.model}</span>
          {report.chip !== null && report.chip !== 'unknown' && (
            <span>
              {report.chip} <span class="faint">{report.family}</span>
            </span>
          )}
          <span>RouterOS {report.routeros}</span>
        </p>
        <Segmented
          label={`Colours of ${device.name}`}
          value={colouring}
          options={[
            ['placement', 'Placement'],
            ['vlan', 'VLAN'],
          ]}
          onChange={onColour}
        />
      </header>
      <div class="card panel-card">
        <FrontPanel
          panel={device.panel}
          report={report}
          colouring={colouring}
          vlanIds={vlanIds}
          selected={selected}
          marked={markedPorts(view, device, filter.touch)}
          onSelect={(port) => filter.toggle(`${prefix}${port}`)}
        />
        <PanelLegend device={device} colouring={colouring} vlanIds={vlanIds} filter={filter} />
        <PanelReasons view={view} device={device} report={report} filter={filter} />
      </div>
      <div class={report.flows.length > 0 ? 'columns' : 'stack'}>
        {report.flows.length > 0 ? (
          <div class="card">
            <h3>Flows</h3>
            {flows.length === 0 && <p class="faint">No flow touches it.</p>}
            {flows.length > 0 && (
              <FlowsTable
                rows={flows}
                selected={selectedFlow(filter)}
                onSelect={(name) => filter.toggle(`flow/${name}`)}
              />
            )}
          </div>
        ) : (
          <p class="faint">{noFlows(view)}</p>
        )}
        <div class="card">
          <h3>Capacity</h3>
          <CapacityBars capacity={report.capacity} />
        </div>
      </div>
      <div class="card">
        <h3>Verdicts</h3>
        <VerdictGroups verdicts={verdicts} />
      </div>
    </section>
  );
}

function noFlows({ kind }: ViewJson): string {
  return kind === 'site'
    ? 'The site declares no flow through this device alone.'
    : 'An export declares no flows; the matrix shows who talks to whom.';
}

function flowRows({ name, flowTexts }: DeviceViewJson, { flows }: DeviceReportJson): readonly FlowRow[] {
  return flows.map((flow, index) => ({ flow, text: flowTexts[index] ?? '', devices: [name] }));
}

function selectedFlow({ touch }: Filter): string | undefined {
  return touch?.startsWith('flow/') ? touch.slice('flow/'.length) : undefined;
}

/** In the order of their ids; a port's default VLAN, which nothing else uses, is no VLAN of the site. */
function vlanIdsOf({ panel }: DeviceViewJson): readonly number[] {
  const ids = new Set(panel.ports.flatMap(({ vlans }) => vlans.map(({ id }) => id)));
  return [...ids].sort((a, b) => a - b);
}
