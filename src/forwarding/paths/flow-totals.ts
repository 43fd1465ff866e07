// All packets of a flow by direction, family and protocol, so that a class of them can be told by what sets it apart.

import { groupBy } from '../../source/grouping.ts';
import { describePart } from '../packets/describe-packets.ts';
import { dimensions, type PacketSet, unionOf } from '../packets/space.ts';
import type { Directed } from './both-directions.ts';

/** Everything of one direction, family and protocol. */
export interface FlowTotal {
  readonly packets: PacketSet;
  readonly ingresses: ReadonlySet<string>;
}

export type FlowTotals = ReadonlyMap<string, FlowTotal>;

function flowTotalKey({ direction, outcome: { packets } }: Directed): string {
  return `${direction} ${packets.family} ${packets.protocol}`;
}

export function flowTotals(all: readonly Directed[]): FlowTotals {
  const members = groupBy(all, flowTotalKey);
  return new Map(
    [...members].map(([key, same]): [string, FlowTotal] => {
      const [first] = same;
      const sets = dimensions.map((name) => {
        const all = new Set(same.map(({ outcome }) => outcome.packets[name]));
        return [name, all.size === 1 ? first.outcome.packets[name] : unionOf([...all].flat())] as const;
      });
      const packets = { ...first.outcome.packets, ...Object.fromEntries(sets) };
      return [key, { packets, ingresses: new Set(same.map(({ outcome }) => outcome.traffic.ingress.name)) }];
    }),
  );
}

export function flowTotalOf(each: Directed, totals: FlowTotals): FlowTotal | undefined {
  return totals.get(flowTotalKey(each));
}

/** Packets of one or several protocols that share addresses, ports and the interfaces by which they enter. */
export interface Told {
  /** `tcp and udp to 10.8.3.16/28`; empty = whatever enters there. */
  readonly packets: string;
  readonly ingresses: readonly string[];
  /** Nothing of the direction enters elsewhere. */
  readonly isAnyIngress: boolean;
}

/** What sets some packets apart from all others of their direction. */
export function tellApart(members: readonly Directed[], totals: FlowTotals): readonly Told[] {
  const [first] = members;
  if (!first) return [];
  const own = [...totals].filter(([key]) => key.startsWith(`${first.direction} `)).map(([, total]) => total);
  const kinds = new Set(own.map(({ packets }) => kindOf(packets)));
  const allIngresses = new Set(own.flatMap(({ ingresses }) => [...ingresses]));
  const classes = groupBy(members, (each) => `${partOf(each, totals)}\n${kindOf(each.outcome.packets)}`);
  const alike = groupBy(classes, ([key, same]) => `${key.split('\n')[0]}\n${ingressesOf(same).join('\n')}`);
  return [...alike].map(([key, same]): Told => {
    const [part = '', ...ingresses] = key.split('\n');
    const named = new Set(same.map(([each]) => each.split('\n')[1] ?? ''));
    const isAnyKind = named.size === kinds.size && (part === '' || kinds.size > 1);
    const protocols = isAnyKind ? (part === '' ? '' : 'packets') : [...named].join(' and ');
    const packets = [protocols, part].filter((word) => word !== '').join(' ');
    return { packets, ingresses, isAnyIngress: ingresses.length === allIngresses.size };
  });
}

/** As `tellApart`, in words: `tcp to port 22 by ether1`. */
export function describeTogether(members: readonly Directed[], totals: FlowTotals): readonly string[] {
  return tellApart(members, totals).map(({ packets, ingresses, isAnyIngress }) => {
    const by = isAnyIngress && packets !== '' ? '' : `by ${ingresses.join(', ')}`;
    return [packets === '' ? 'packets' : packets, by].filter((word) => word !== '').join(' ');
  });
}

function partOf(each: Directed, totals: FlowTotals): string {
  return describePart(each.outcome.packets, flowTotalOf(each, totals)?.packets);
}

function ingressesOf(members: readonly Directed[]): readonly string[] {
  return [...new Set(members.map(({ outcome }) => outcome.traffic.ingress.name))].sort();
}

/** `tcp`, `IPv6 udp`. */
function kindOf({ family, protocol }: PacketSet): string {
  return family === 6 ? `IPv6 ${protocol}` : protocol;
}
