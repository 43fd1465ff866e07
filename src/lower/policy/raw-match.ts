// A set of packets as the matchers of firewall rules: address lists take any number of prefixes, a port matcher a
// limited number of numbers, so that a long list of ports becomes several rules.

import type { IntervalSet } from '../../forwarding/packets/space.ts';
import { type Prefix, printPrefix } from '../../model/prefix.ts';
import { prefixesOf } from './entries.ts';
import { type Family, type IngressPacketSet, isUnrestricted } from './ingress-packet-set.ts';

/** Undefined = not asked. */
export interface RawMatch {
  readonly protocol: string | undefined;
  readonly sources: readonly Prefix[] | undefined;
  readonly destinations: readonly Prefix[] | undefined;
  readonly sourcePorts: string | undefined;
  readonly destinationPorts: string | undefined;
}

export function rawMatches({ family, protocol, ...sets }: IngressPacketSet): readonly RawMatch[] {
  const sources = addresses(sets.source, family);
  const destinations = addresses(sets.destination, family);
  return portTexts(sets.destinationPort).flatMap((destinationPorts) =>
    portTexts(sets.sourcePort).map((sourcePorts) => ({
      protocol,
      sources,
      destinations,
      sourcePorts,
      destinationPorts,
    })),
  );
}

/** What tells the rules of one ACL apart: stays the same when other sentences change. */
export function matchSummary(match: RawMatch): readonly string[] {
  const { protocol, sources, destinations, sourcePorts, destinationPorts } = match;
  return [
    protocol,
    sourcePorts && `from-${sourcePorts}`,
    destinationPorts,
    sources && `from-${summary(sources)}`,
    destinations && summary(destinations),
  ].filter((part) => part !== undefined);
}

function summary([first, ...others]: readonly Prefix[]): string {
  const text = first ? printPrefix(first) : '';
  return others.length > 0 ? `${text}+${others.length}` : text;
}

function addresses(set: IntervalSet, family: Family): readonly Prefix[] | undefined {
  const prefixes = prefixesOf(set, family).filter((prefix) => prefix !== undefined);
  return prefixes.length > 0 ? prefixes : undefined;
}

/** RouterOS takes this many port numbers in one rule; a range counts as two. */
const portNumbersMax = 15;

function portTexts(set: IntervalSet): readonly (string | undefined)[] {
  if (isUnrestricted(set, 'destinationPort', 4)) return [undefined];
  const texts: string[] = [];
  let words: string[] = [];
  let numbers = 0;
  for (const { from, to } of set) {
    const last = Number(to) - 1;
    const cost = Number(from) === last ? 1 : 2;
    if (numbers + cost > portNumbersMax) {
      texts.push(words.join(','));
      words = [];
      numbers = 0;
    }
    words.push(cost === 1 ? String(last) : `${from}-${last}`);
    numbers += cost;
  }
  return [...texts, words.join(',')];
}
