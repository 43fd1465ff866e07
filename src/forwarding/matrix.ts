// Who talks to whom, by which path: every zone to every other, the header space cut where rules, routes and ports
// part it.

import { type CpuPath, type Placement, rankOf } from '../model/placement.ts';
import { families } from '../model/prefix.ts';
import { groupBy, type Some } from '../source/grouping.ts';
import { protocolsOfRules } from './acl/entering-tables.ts';
import type { Network } from './network/network.ts';
import { type Direction, type Endpoint, type Explained, unwrittenFlow } from './packets/flow.ts';
import { sizeOf } from './packets/size-of.ts';
import { dimensions, type PacketSet } from './packets/space.ts';
import type { Directed } from './paths/both-directions.ts';
import { followFlow } from './paths/directions.ts';
import { describeTogether, type FlowTotals, flowTotalOf, flowTotals } from './paths/flow-totals.ts';
import { destinationsIn } from './routing/fib.ts';

/** Packets of one cell that fare alike. */
export interface MatrixClass extends Pick<Explained, 'placement' | 'cpuPath'> {
  readonly direction: Direction;
  /** Codes of the causes. */
  readonly because: readonly string[];
  /** What tells the packets apart from the rest of the cell; empty = they are all of it, or what is left. */
  readonly packets: readonly string[];
  /** Part of the direction's packets, from 0 to 1: of the addresses and ports, each protocol and family counting alike. */
  readonly share: number;
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
  const hasDefault = families.some((family) =>
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
  const named = new Set(['tcp', 'udp', ...families.flatMap((family) => protocolsOfRules(network, family))]);
  named.delete('icmpv6');
  return [...named];
}

function cellBetween(
  network: Network,
  from: Endpoint,
  to: Endpoint,
  protocols: readonly string[],
): MatrixCell | undefined {
  const everything = protocols.flatMap((protocol) => followFlow(network, unwrittenFlow(from, to, protocol)));
  const all = everything.filter(({ outcome }) => !outcome.isControl);
  const classes = groupClasses(all);
  const [worst] = classes;
  if (!worst) return undefined;
  const { placement, cpuPath } = worst;
  return { from: from.label, to: to.label, placement, ...(cpuPath && { cpuPath }), classes };
}

function groupClasses(all: readonly Directed[]): readonly MatrixClass[] {
  const groups = groupBy(all, keyOf);
  const totals = flowTotals(all);
  const shares = new Map([...groups.values()].map((members) => [members, shareOf(members, totals)]));
  const badness = (members: readonly Directed[]) => Math.max(...members.map(({ outcome }) => rankOf(outcome)));
  const worstFirst = [...shares].sort(([a], [b]) => badness(b) - badness(a));
  return worstFirst.map(([members, share]): MatrixClass => {
    const [{ direction, outcome }] = members;
    const { placement, cpuPath, because } = outcome;
    const isLargest = [...shares].every(([[other], rival]) => other.direction !== direction || rival <= share);
    return {
      direction,
      placement,
      ...(cpuPath && { cpuPath }),
      because: [...new Set(because.map(({ code }) => code))],
      packets: isLargest ? [] : packetsOf(members, totals),
      share: Math.min(1, share),
    };
  });
}

function keyOf({ direction, outcome: { placement, cpuPath, because } }: Directed): string {
  let key = `${direction} ${placement} ${cpuPath}`;
  for (const { code } of because) key += ` ${code}`;
  return key;
}

/** Long lists say no more than their beginning. */
const shownMax = 8;

function packetsOf(members: readonly Directed[], totals: FlowTotals): readonly string[] {
  const words = describeTogether(members, totals);
  const hidden = words.length - shownMax;
  return hidden > 0 ? [...words.slice(0, shownMax), `and ${hidden} more`] : words;
}

/** Ports of a VLAN carry alike. */
function shareOf(members: Some<Directed>, totals: FlowTotals): number {
  const [{ direction }] = members;
  const count = [...totals.keys()].filter((key) => key.startsWith(`${direction} `)).length;
  return members.reduce((sum, each) => {
    const total = flowTotalOf(each, totals);
    return total ? sum + volumeOf(each.outcome.packets, total.packets) / (count * total.ingresses.size) : sum;
  }, 0);
}

/** The part of a class in another one. */
function volumeOf(part: PacketSet, total: PacketSet): number {
  return dimensions.reduce((volume, name) => volume * (sizeOf(part[name]) / Math.max(1, sizeOf(total[name]))), 1);
}
