// Flows against what they need: placement beside expectation, rate beside ceiling.

import { satisfies } from '../../../src/forwarding/packets/flow.ts';
import type { FlowJson } from '../../../src/web/api/report-schema.ts';
import { linkTo } from '../state/route.ts';
import { printBitRate, printRates } from '../units.ts';
import { CodeLinks } from './code-links.tsx';
import { PlacementBadge } from './placement.tsx';

export interface FlowRow {
  readonly flow: FlowJson;
  /** Ends, protocol and ports. */
  readonly text: string;
  /** The devices that it crosses; each has a trace of it. */
  readonly devices: readonly string[];
}

interface FlowsTableProps {
  readonly rows: readonly FlowRow[];
  readonly selected: string | undefined;
  onSelect(flow: string): void;
}

export function FlowsTable({ rows, selected, onSelect }: FlowsTableProps) {
  return (
    <div class="scroll">
      <table class="table flows-table">
        <thead>
          <tr>
            <th scope="col">Flow</th>
            <th scope="col">Path</th>
            <th scope="col">Rate and ceiling</th>
            <th scope="col">Because</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ flow, text, devices }) => (
            <tr key={`${flow.name} ${text}`} class={flow.name === selected ? 'is-selected' : ''}>
              <th scope="row">
                <button
                  type="button"
                  class="row-button"
                  aria-pressed={flow.name === selected}
                  onClick={() => onSelect(flow.name)}
                >
                  {flow.name}
                </button>
                <span class="subline">{subline(flow.name, text)}</span>
              </th>
              <td>
                <PlacementBadge placement={flow.placement} cpuPath={flow.cpuPath} />
                <Expectation flow={flow} />
              </td>
              <td>
                <Ceiling flow={flow} />
              </td>
              <td>
                <CodeLinks because={flow.because} notes={flow.notes} />
                <TraceLinks flow={flow.name} devices={devices} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `left → right  tcp/80`, without the ends where they are the flow's name. */
function subline(name: string, text: string): string {
  return (text.startsWith(name) ? text.slice(name.length) : text).trim().replace(/ {2}/, ' · ');
}

function TraceLinks({ flow, devices }: { readonly flow: string; readonly devices: readonly string[] }) {
  return (
    <span class="subline trace-links">
      {devices.map((device) => (
        <a key={device} href={linkTo('matrix', { device, flow, from: undefined, to: undefined })}>
          {devices.length > 1 ? `trace through ${device}` : 'trace'}
        </a>
      ))}
    </span>
  );
}

export function isAsExpected({ placement, expected }: FlowJson): boolean {
  return satisfies(placement, expected);
}

function Expectation({ flow }: { readonly flow: FlowJson }) {
  if (flow.expected === undefined) return null;
  const isMet = isAsExpected(flow);
  return <span class={`subline ${isMet ? '' : 's-error'}`}>{isMet ? 'as expected' : `expected ${flow.expected}`}</span>;
}

function Ceiling({ flow: { rate, ceiling } }: { readonly flow: FlowJson }) {
  if (!ceiling) return rate ? <>{printBitRate(rate.bps)} wanted, ceiling unknown</> : <span class="faint">–</span>;
  const share = rate && ceiling.bps !== undefined ? rate.bps / ceiling.bps : undefined;
  const isOver = share !== undefined && share > 1;
  return (
    <>
      <span class={isOver ? 's-error' : ''}>{printRates({ flow: rate ? { rateBps: rate.bps } : {}, ceiling })}</span>
      {share !== undefined && (
        <span class={`bar bar-small bar-${isOver ? 'full' : 'fine'}`} aria-hidden="true">
          <span style={{ width: `${Math.min(100, share * 100).toFixed(1)}%` }} />
        </span>
      )}
      <span class="subline">
        {ceiling.by}, {ceiling.grade}
      </span>
    </>
  );
}
