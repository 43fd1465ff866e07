// The offload matrix of a device and the trace of one of its cells, as the page reads them.

import type { Endpoint, Flow } from '../forwarding/flow.ts';
import { zonesOf } from '../forwarding/matrix.ts';
import { type Trace, traceFlow } from '../forwarding/trace.ts';
import { placements, rankOf } from '../model/placement.ts';
import { traceJson } from '../report/trace.ts';
import type { WebAnalysis, WebDevice } from './analysis.ts';
import type { MatrixCellJson, MatrixJson, TraceJson, TrafficClass } from './api/matrix-schema.ts';

type CellClass = MatrixCellJson['classes'][number];
type Placed = CellClass['both'];

const known = new WeakMap<WebDevice, MatrixJson>();

export function matrixOf(device: WebDevice): MatrixJson {
  const made = known.get(device) ?? makeMatrix(device);
  known.set(device, made);
  return made;
}

/** Undefined when the device has no such zone. */
export function traceCell(
  device: WebDevice,
  ends: { readonly from: string; readonly to: string },
  trafficClass: TrafficClass,
): TraceJson | undefined {
  const zones = zonesOf(device.network);
  const from = zones.find(({ label }) => label === ends.from);
  const to = zones.find(({ label }) => label === ends.to);
  if (!from || !to) return undefined;
  return traceJson(traceFlow(device.network, flowBetween(from, to, trafficClass)));
}

/** A flow that the site declares, as this device forwards it. */
export function traceDeclared({ site }: WebAnalysis, device: WebDevice, name: string): TraceJson | undefined {
  const own = site?.devices.find(({ lowered }) => lowered === device.analysed?.lowered);
  const verdict = own?.flows.find(({ flow }) => flow.name === name);
  return verdict && traceJson(traceFlow(device.network, verdict.flow));
}

function makeMatrix({ network, report }: WebDevice): MatrixJson {
  const zones = zonesOf(network);
  const cells: MatrixCellJson[] = [];
  for (const from of zones) {
    for (const to of zones) {
      if (from === to) continue;
      const single = (['tcp', 'udp', 'icmp'] as const).flatMap((trafficClass) => {
        const trace = traceFlow(network, flowBetween(from, to, trafficClass));
        return trace.ways.length > 0 ? [cellClass(trafficClass, trace)] : [];
      });
      const [first, ...others] = single;
      if (first)
        cells.push({ from: from.label, to: to.label, classes: [others.reduce(worseClass, all(first)), ...single] });
    }
  }
  return { device: report.name, zones: zones.map(({ label }) => label), cells };
}

function cellClass(trafficClass: TrafficClass, { verdict, ways }: Trace): CellClass {
  const forward = placedAlong(ways.filter(({ direction }) => direction === 'forward'));
  const reverse = placedAlong(ways.filter(({ direction }) => direction === 'reverse'));
  return {
    class: trafficClass,
    both: among([verdict, ...ways]),
    ...(forward && { forward }),
    ...(reverse && { reverse }),
    because: [...new Set(verdict.because.map(({ code }) => code))],
  };
}

function all(one: CellClass): CellClass {
  return { ...one, class: 'all' };
}

function worseClass(a: CellClass, b: CellClass): CellClass {
  const forward = placedAlong([a.forward, b.forward].filter(isPlaced));
  const reverse = placedAlong([a.reverse, b.reverse].filter(isPlaced));
  return {
    class: a.class,
    both: among([a.both, b.both]),
    ...(forward && { forward }),
    ...(reverse && { reverse }),
    because: [...new Set([...a.because, ...b.because])],
  };
}

function isPlaced(each: Placed | undefined): each is Placed {
  return each !== undefined;
}

function placedAlong([first, ...others]: readonly Placed[]): Placed | undefined {
  return first && among([first, ...others]);
}

/** The worst of them, and what else there is beside it. */
function among(all: readonly [Placed, ...Placed[]]): Placed {
  const { placement, cpuPath } = all.reduce((worst, each) => (rankOf(each) > rankOf(worst) ? each : worst));
  const others = new Set(all.flatMap((each) => [each.placement, ...(each.also ?? [])]));
  others.delete(placement);
  const also = [...others].sort((a, b) => placements.indexOf(b) - placements.indexOf(a));
  return { placement, ...(cpuPath && { cpuPath }), ...(also.length > 0 && { also }) };
}

function flowBetween(from: Endpoint, to: Endpoint, trafficClass: TrafficClass): Flow {
  return {
    name: `${from.label} → ${to.label}`,
    // Nobody wrote it down.
    origin: { kind: 'device', device: '', menu: '', key: '' },
    from,
    to,
    ...(trafficClass !== 'all' && { protocol: trafficClass }),
    ports: [],
    oneWay: false,
  };
}
