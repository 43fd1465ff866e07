// The way of a class of packets through a device, stage by stage, with what decided each.

import type { TraceJson } from '../../../src/web/api/matrix-schema.ts';
import type { LocationJson } from '../../../src/web/api/report-schema.ts';
import type { CellName, FlowName } from '../../../src/web/api/static-schema.ts';
import type { ViewJson } from '../../../src/web/api/view-schema.ts';
import { useResource } from '../state/resource.ts';
import { session } from '../state/session.ts';
import { printBitRate, printLocation, printPacketRate } from '../units.ts';
import { CodeLink } from './code-links.tsx';
import { PlacementBadge } from './placement.tsx';
import { Prose } from './prose.tsx';

interface TracePaneProps {
  readonly view: ViewJson;
  readonly of: CellName | FlowName;
}

type WayJson = TraceJson['ways'][number];

const packetsMax = 4;

export function TracePane({ view, of }: TracePaneProps) {
  const trace = useResource(`${view.id} ${JSON.stringify(of)}`, () => session.api.trace(view.id, of));
  return (
    <section class="card trace" aria-label="Trace" aria-busy={trace.isLoading}>
      {trace.problem !== undefined && <p class="problem">{trace.problem}</p>}
      {trace.value && <TraceText trace={trace.value} device={of.device} />}
    </section>
  );
}

function TraceText({ trace, device }: { readonly trace: TraceJson; readonly device: string }) {
  const { ceiling, causes, ways } = trace;
  // Those that the verdict comes from; with all alike, all of them.
  const telling = ways.filter(({ placement, cpuPath }) => placement === trace.placement && cpuPath === trace.cpuPath);
  const others = ways.filter((way) => !telling.includes(way));
  return (
    <>
      <header class="trace-head">
        <h2>{trace.name}</h2>
        <span class="faint">through {device}</span>
        <PlacementBadge placement={trace.placement} cpuPath={trace.cpuPath} />
      </header>
      {ceiling && (
        <p class="faint">
          at most{' '}
          {[
            ceiling.bps !== undefined && printBitRate(ceiling.bps),
            ceiling.pps !== undefined && printPacketRate(ceiling.pps),
          ]
            .filter((part) => part !== false)
            .join(', ')}
          : {ceiling.by} ({ceiling.grade})
        </p>
      )}
      {causes.length > 0 && (
        <ul class="causes">
          {causes.map(({ code, text, location }, index) => (
            <li key={index}>
              <Prose text={text} /> <CodeLink code={code} /> <LocationLine location={location} />
            </li>
          ))}
        </ul>
      )}
      {telling.map((way, index) => (
        <Way key={index} way={way} />
      ))}
      {others.length > 0 && (
        <details class="group-rest">
          <summary>
            {others.length} other {others.length === 1 ? 'way' : 'ways'}
          </summary>
          <div class="stack">
            {others.map((way, index) => (
              <Way key={index} way={way} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

function Way({ way }: { readonly way: WayJson }) {
  return (
    <article class={`way p-${way.placement}`}>
      <header>
        <strong>{way.direction === 'forward' ? 'Forward' : 'Reverse'}</strong>
        <PlacementBadge placement={way.placement} cpuPath={way.cpuPath} />
      </header>
      <ul class="packets faint">
        {way.packets.slice(0, packetsMax).map((packets) => (
          <li key={packets}>{packets}</li>
        ))}
        {way.packets.length > packetsMax && <li>and {way.packets.length - packetsMax} more such parts</li>}
      </ul>
      <ol class="steps">
        {way.steps.map(({ stage, text, grade, location }, step) => (
          <li key={step}>
            <span class="step-stage">{stage}</span>
            <span>
              <Prose text={text} /> <LocationLine location={location} />
              {grade !== 'documented' && grade !== 'measured' && <span class="tag">{grade}</span>}
            </span>
          </li>
        ))}
      </ol>
    </article>
  );
}

function LocationLine({ location }: { readonly location: LocationJson | undefined }) {
  if (!location || ('menu' in location && location.menu === '')) return null;
  return <span class="mono faint place">{printLocation(location)}</span>;
}
