// All packets of a flow by direction, family and protocol, so that a class of them can be told by what sets it apart.

import type { Directed } from './both-directions.ts';
import { describePart } from './describe-box.ts';
import { groupBy } from './grouping.ts';
import { type Box, unionOf } from './space.ts';

/** Everything of one direction, family and protocol. */
export interface Whole {
  readonly box: Box;
  readonly ingresses: ReadonlySet<string>;
}

export type Wholes = ReadonlyMap<string, Whole>;

function wholeKey({ direction, outcome: { box } }: Directed): string {
  return `${direction} ${box.family} ${box.protocol}`;
}

export function wholesOf(all: readonly Directed[]): Wholes {
  const members = groupBy(all, wholeKey);
  return new Map(
    [...members].flatMap(([key, same]): [string, Whole][] => {
      const [first] = same;
      if (!first) return [];
      const set = (name: 'source' | 'destination' | 'sourcePort' | 'destinationPort') =>
        unionOf(same.flatMap(({ outcome }) => outcome.box[name]));
      const box = {
        ...first.outcome.box,
        source: set('source'),
        destination: set('destination'),
        sourcePort: set('sourcePort'),
        destinationPort: set('destinationPort'),
      };
      return [[key, { box, ingresses: new Set(same.map(({ outcome }) => outcome.traffic.ingress.name)) }]];
    }),
  );
}

export function wholeOf(each: Directed, wholes: Wholes): Whole | undefined {
  return wholes.get(wholeKey(each));
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
export function tellApart(members: readonly Directed[], wholes: Wholes): readonly Told[] {
  const [first] = members;
  if (!first) return [];
  const own = [...wholes].filter(([key]) => key.startsWith(`${first.direction} `)).map(([, whole]) => whole);
  const kinds = new Set(own.map(({ box }) => kindOf(box)));
  const doors = new Set(own.flatMap(({ ingresses }) => [...ingresses]));
  const classes = groupBy(members, (each) => `${partOf(each, wholes)}\n${kindOf(each.outcome.box)}`);
  const alike = groupBy(classes, ([key, same]) => `${key.split('\n')[0]}\n${doorsOf(same).join('\n')}`);
  return [...alike].map(([key, same]): Told => {
    const [part = '', ...ingresses] = key.split('\n');
    const named = new Set(same.map(([each]) => each.split('\n')[1] ?? ''));
    const isAnyKind = named.size === kinds.size && (part === '' || kinds.size > 1);
    const protocols = isAnyKind ? (part === '' ? '' : 'packets') : [...named].join(' and ');
    const packets = [protocols, part].filter((word) => word !== '').join(' ');
    return { packets, ingresses, isAnyIngress: ingresses.length === doors.size };
  });
}

/** As `tellApart`, in words: `tcp to port 22 by ether1`. */
export function describeTogether(members: readonly Directed[], wholes: Wholes): readonly string[] {
  return tellApart(members, wholes).map(({ packets, ingresses, isAnyIngress }) => {
    const by = isAnyIngress && packets !== '' ? '' : `by ${ingresses.join(', ')}`;
    return [packets === '' ? 'packets' : packets, by].filter((word) => word !== '').join(' ');
  });
}

function partOf(each: Directed, wholes: Wholes): string {
  return describePart(each.outcome.box, wholeOf(each, wholes)?.box);
}

function doorsOf(members: readonly Directed[]): readonly string[] {
  return [...new Set(members.map(({ outcome }) => outcome.traffic.ingress.name))].sort();
}

/** `tcp`, `IPv6 udp`. */
function kindOf({ family, protocol }: Box): string {
  return family === 6 ? `IPv6 ${protocol}` : protocol;
}
