// Who talks to whom, by which path: every zone to every other, the header space cut where rules, routes and ports
// part it.

import { type CpuPath, type Placement, placements } from '../model/placement.ts';
import { switchRules } from './acl.ts';
import { describePart } from './describe-box.ts';
import { type Directed, followFlow } from './directions.ts';
import { destinationsIn } from './fib.ts';
import { firewallOf } from './firewall.ts';
import type { Direction, Endpoint, Flow } from './flow.ts';
import { computeIfAbsent } from './grouping.ts';
import type { Network } from './network.ts';
import type { Outcome } from './outcome.ts';

/** Packets of one cell that fare alike. */
export interface MatrixClass {
  readonly direction: Direction;
  readonly placement: Placement;
  readonly cpuPath?: CpuPath;
  /** Codes of the causes. */
  readonly because: readonly string[];
  /** What tells the packets apart from the rest of the cell; empty = they are all of it, or what is left. */
  readonly packets: readonly string[];
}

export interface MatrixCell {
  readonly from: string;
  readonly to: string;
  /** The worst of its classes. */
  readonly placement: Placement;
  readonly cpuPath?: CpuPath;
  /** Worst first. */
  readonly classes: readonly MatrixClass[];
}

export interface Matrix {
  readonly zones: readonly string[];
  /** By ingress zone, then egress zone; pairs without an address family in common are left out. */
  readonly cells: readonly MatrixCell[];
}

/** Every L3 interface that is up and has an address, and the Internet where a default route leads there. */
export function zonesOf(network: Network): readonly Endpoint[] {
  const zones: Endpoint[] = [];
  for (const { name, addresses } of network.l3Interfaces.values()) {
    if (addresses.length === 0 || !network.isUp(name)) continue;
    const prefixes = addresses.map((address) => address.network);
    zones.push({ label: name, interfaces: [name], prefixes, internet: false });
  }
  const hasDefault = ([4, 6] as const).some((family) =>
    destinationsIn(network, 'main', family).some(({ length }) => length === 0),
  );
  return hasDefault ? [...zones, { label: 'internet', interfaces: [], prefixes: [], internet: true }] : zones;
}

export function offloadMatrix(network: Network, zones: readonly Endpoint[] = zonesOf(network)): Matrix {
  const protocols = protocolsIn(network);
  const cells: MatrixCell[] = [];
  for (const from of zones) {
    for (const to of zones) {
      const cell = from === to ? undefined : cellBetween(network, from, to, protocols);
      if (cell) cells.push(cell);
    }
  }
  return { zones: zones.map(({ label }) => label), cells };
}

/** TCP, UDP, and whatever else a rule tells apart. */
function protocolsIn(network: Network): readonly string[] {
  const named = new Set(['tcp', 'udp']);
  const rules = [
    ...switchRules(network),
    ...([4, 6] as const).flatMap((family) =>
      (['raw', 'mangle', 'nat', 'filter'] as const).flatMap((table) =>
        ['prerouting', 'forward', 'dstnat', 'srcnat'].flatMap((chain) =>
          firewallOf(network, family).chain(table, chain),
        ),
      ),
    ),
  ];
  for (const { match } of rules) for (const protocol of match.protocols ?? []) named.add(protocol);
  named.delete('icmpv6');
  return [...named];
}

function cellBetween(
  network: Network,
  from: Endpoint,
  to: Endpoint,
  protocols: readonly string[],
): MatrixCell | undefined {
  const flow: Omit<Flow, 'protocol'> = {
    name: `${from.label} → ${to.label}`,
    origin: nowhere,
    from,
    to,
    ports: [],
    oneWay: false,
  };
  const everything = protocols.flatMap((protocol) => followFlow(network, { ...flow, protocol }));
  const all = everything.filter(({ outcome }) => !outcome.isControl);
  const classes = groupClasses(all);
  const [worst] = classes;
  if (!worst) return undefined;
  const { placement, cpuPath } = worst;
  return { from: from.label, to: to.label, placement, ...(cpuPath && { cpuPath }), classes };
}

/** The matrix is nobody's line. */
const nowhere = { kind: 'device', device: '', menu: '', key: '' } as const;

function groupClasses(all: readonly Directed[]): readonly MatrixClass[] {
  const groups = new Map<string, Directed[]>();
  for (const each of all) computeIfAbsent(groups, keyOf(each), () => []).push(each);
  const largest = [...groups.values()].reduce<readonly Directed[]>(
    (most, next) => (next.length > most.length ? next : most),
    [],
  );
  const classes = [...groups.values()].flatMap((members): MatrixClass[] => {
    const [first] = members;
    if (!first) return [];
    const { placement, cpuPath, because } = first.outcome;
    return [
      {
        direction: first.direction,
        placement,
        ...(cpuPath && { cpuPath }),
        because: [...new Set(because.map(({ code }) => code))],
        packets: members === largest ? [] : packetsOf(members),
      },
    ];
  });
  return classes.sort((a, b) => rank(b) - rank(a));
}

function keyOf({ direction, outcome: { placement, cpuPath, because } }: Directed): string {
  let key = `${direction} ${placement} ${cpuPath}`;
  for (const { code } of because) key += ` ${code}`;
  return key;
}

/** Long lists say no more than their beginning. */
const shownMax = 8;

function packetsOf(members: readonly Directed[]): readonly string[] {
  const words = members.slice(0, shownMax).map(({ outcome }) => describeOutcome(outcome));
  const shown = [...new Set(words)];
  return members.length > shownMax ? [...shown, `and ${members.length - shownMax} more`] : shown;
}

function describeOutcome({ box, traffic }: Outcome): string {
  return `${describePart(box, undefined)} by ${traffic.ingress.name}`;
}

function rank({ placement, cpuPath }: MatrixClass): number {
  return placements.indexOf(placement) * 4 + (cpuPath ? ['fasttrack', 'fastpath', 'slow'].indexOf(cpuPath) : 0);
}
