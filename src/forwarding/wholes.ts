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

/** `IPv6 tcp to port 22`; empty when the class is everything, and nothing but one protocol is about. */
export function describeInWhole(each: Directed, wholes: Wholes): string {
  const { box } = each.outcome;
  const part = describePart(box, wholeOf(each, wholes)?.box);
  const protocols = new Set([...wholes.keys()].map((key) => key.split(' ').slice(1).join(' ')));
  const kind = protocols.size > 1 || part !== '' ? `${box.family === 6 ? 'IPv6 ' : ''}${box.protocol}` : '';
  return [kind, part].filter((word) => word !== '').join(' ');
}
