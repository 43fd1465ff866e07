// The offload matrix of a device and the trace of one of its cells, as the page reads them.

import { zoneTraits } from '../forwarding/bypass/zone-classes.ts';
import { verdictOn } from '../forwarding/decide.ts';
import { zonesOf } from '../forwarding/matrix.ts';
import type { Network } from '../forwarding/network/network.ts';
import {
  type Direction,
  type Endpoint,
  type Flow,
  type FlowVerdict,
  unwrittenFlow,
} from '../forwarding/packets/flow.ts';
import type { Directed } from '../forwarding/paths/both-directions.ts';
import { followFlow } from '../forwarding/paths/directions.ts';
import { traceFlow } from '../forwarding/trace.ts';
import { placements, rankOf } from '../model/placement.ts';
import { traceJson } from '../report/trace.ts';
import { append } from '../source/append.ts';
import { computeIfAbsent, derivedOnce } from '../source/grouping.ts';
import type { WebAnalysis, WebDevice } from './analysis.ts';
import type { MatrixCellJson, MatrixJson, TraceJson, TrafficClass } from './api/matrix-schema.ts';

type CellClass = MatrixCellJson['classes'][number];
type Placed = CellClass['both'];

/** Networks that a table can show and a person can read; where there are more, those that are alike share a row. */
const zonesMax = 16;

const matricesOf = derivedOnce((_: WebDevice) => new Map<string, Promise<MatrixJson>>());

/**
 * `filter`: a part of the names of the networks to show. It is worked out in slices, between which others are
 * answered; whoever asks for the same meanwhile waits for the same.
 */
export async function matrixOf(device: WebDevice, filter = ''): Promise<MatrixJson> {
  await othersFirst();
  const shown = shownZones(device.network, await classesOfNetwork(device.network), filter);
  const key = shown.rows.map(({ zone }) => zone.label).join('\n');
  return computeIfAbsent(matricesOf(device), key, () => makeMatrix(device, shown));
}

interface Row {
  readonly zone: Endpoint;
  readonly members: readonly Endpoint[];
}

interface Shown {
  readonly rows: readonly Row[];
  /** Networks that have no row. */
  readonly others: number;
}

type ZoneClasses = readonly (readonly Endpoint[])[];

/** Zones that are classed between two answers to others. */
const sliceLength = 32;

const classesOfNetwork: (network: Network) => Promise<ZoneClasses> = derivedOnce(async (network) => {
  const zones = zonesOf(network);
  await othersFirst();
  const classes = new Map<string, Endpoint[]>();
  for (const [index, zone] of zones.entries()) {
    if (index % sliceLength === 0) await othersFirst();
    append(classes, zoneTraits(network, zone), zone);
  }
  return [...classes.values()];
});

function shownZones(network: Network, classes: ZoneClasses, filter: string): Shown {
  const isWanted = ({ label }: Endpoint) => label.includes(filter);
  const zones = classes.flat();
  const isFolded = zones.length > zonesMax;
  const wanted = isFolded ? classes.map((each) => each.filter(isWanted)) : zonesOf(network).map((zone) => [zone]);
  const rows = wanted.flatMap((members): Row[] => {
    const [zone] = members;
    return zone ? [{ zone, members }] : [];
  });
  const shown = rows.slice(0, zonesMax);
  return { rows: shown, others: zones.length - shown.reduce((sum, { members }) => sum + members.length, 0) };
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

/** One pair of two classes stands for all; where a class is one row, a cell of its own says how its members fare. */
async function makeMatrix({ network, report }: WebDevice, { rows, others }: Shown): Promise<MatrixJson> {
  const classes = await classesOfNetwork(network);
  const indexOf = new Map(classes.flatMap((members, index) => members.map((zone) => [zone.label, index] as const)));
  const done = new Map<string, readonly CellClass[]>();
  const cells: MatrixCellJson[] = [];
  for (const from of rows) {
    for (const to of rows) {
      const target = from === to ? from.members[1] : to.zone;
      if (!target) continue;
      const key = `${indexOf.get(from.zone.label)} ${indexOf.get(target.label)}`;
      const known = done.get(key);
      const made = known ?? (await classesBetween(network, from.zone, target));
      done.set(key, made);
      if (made.length > 0) cells.push({ from: from.zone.label, to: target.label, classes: made });
    }
  }
  const folded = rows.filter(({ members }) => members.length > 1);
  return {
    device: report.name,
    zones: rows.map(({ zone }) => zone.label),
    alike: Object.fromEntries(folded.map(({ zone, members }) => [zone.label, members.map(({ label }) => label)])),
    others,
    cells,
  };
}

/** Whoever asked meanwhile is answered before the work goes on. */
function othersFirst(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

async function classesBetween(network: Network, from: Endpoint, to: Endpoint): Promise<readonly CellClass[]> {
  const single: CellClass[] = [];
  for (const trafficClass of ['tcp', 'udp', 'icmp'] as const) {
    await othersFirst();
    const flow = flowBetween(from, to, trafficClass);
    const all = followFlow(network, flow).filter(({ outcome }) => !outcome.isControl);
    if (all.length > 0) single.push(cellClass(trafficClass, verdictOn(network, flow, all), all));
  }
  const [first, ...others] = single.filter((each) => each.class !== 'icmp');
  return first ? [others.reduce(worseClass, { ...first, class: 'all' }), ...single] : single;
}

function cellClass(trafficClass: TrafficClass, verdict: FlowVerdict, all: readonly Directed[]): CellClass {
  const forward = placedAlong(outcomesOf(all, 'forward'));
  const reverse = placedAlong(outcomesOf(all, 'reverse'));
  return {
    class: trafficClass,
    both: among([verdict, ...all.map(({ outcome }) => outcome)]),
    ...(forward && { forward }),
    ...(reverse && { reverse }),
    because: [...new Set(verdict.because.map(({ code }) => code))],
  };
}

function outcomesOf(all: readonly Directed[], wanted: Direction): readonly Placed[] {
  return all.filter(({ direction }) => direction === wanted).map(({ outcome }) => outcome);
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
  return unwrittenFlow(from, to, trafficClass === 'all' ? undefined : trafficClass);
}
