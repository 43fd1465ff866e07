// Reads the matchers that firewall and switch rules share: addresses, ranges, ports, protocols.

import protocols from '../../../profiles/menus/protocols.json' with { type: 'json' };
import { type Item, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { unreadableOf } from '../../model/unreadable.ts';
import {
  allAddresses,
  allPorts,
  type Interval,
  type IntervalSet,
  prefixInterval,
  subtract,
  unionOf,
} from '../packets/space.ts';

const protocolNames: ReadonlyMap<string, string> = new Map(Object.entries(protocols.names));

/** One name per protocol: `6` and `TCP` are `tcp`. */
export function protocolName(text: string): string {
  const lower = text.toLowerCase();
  return protocolNames.get(lower) ?? lower;
}

/** `!10.0.0.0/8` negates the whole value. */
export function readNegation(text: string): { readonly negated: boolean; readonly text: string } {
  return text.startsWith('!') ? { negated: true, text: text.slice(1) } : { negated: false, text };
}

/**
 * A prefix, an address, `a-b`, or `address/mask`; undefined = not an address of this family, a DNS name for example.
 */
export function addressInterval(text: string, family: 4 | 6): Interval | undefined {
  const dash = text.indexOf('-');
  if (dash > 0) {
    const [from, to] = [parsePrefix(text.slice(0, dash)), parsePrefix(text.slice(dash + 1))];
    if (from?.family !== family || to?.family !== family) return undefined;
    return { from: prefixInterval(from).from, to: prefixInterval(to).to };
  }
  const prefix = parsePrefix(text);
  return prefix?.family === family ? prefixInterval(prefix) : undefined;
}

/** An address matcher with its negation; undefined when its text is not understood. */
export function addressSet(text: string, family: 4 | 6): IntervalSet | undefined {
  const { negated, text: plain } = readNegation(text);
  const interval = addressInterval(plain, family);
  if (!interval) return undefined;
  return negated ? subtract(allAddresses(family), [interval]) : [interval];
}

/** `80,443,8000-8100`, possibly negated as a whole; undefined when its text is not understood. */
export function portSet(text: string): IntervalSet | undefined {
  const { negated, text: plain } = readNegation(text);
  const intervals: Interval[] = [];
  for (const range of plain.split(',')) {
    const match = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(range);
    if (!match) return undefined;
    intervals.push({ from: Number(match[1]), to: Number(match[2] ?? match[1]) + 1 });
  }
  const set = unionOf(intervals);
  return negated ? subtract(allPorts, set) : set;
}

/** How properties begin that say what happens to packets, not to which ones. */
const effects = /^(?:action|comment|copy|hw|log|mirror|new|passthrough|rate|redirect|reject|sniff|to)(?:-|$)/;

/** Reads properties of a row; the names of those whose text is not understood, or not known, go into `unread`. */
export function readerOf(item: Item, unread: string[]) {
  unread.push(...unreadableOf(item).filter((name) => !effects.test(name)));
  return <T>(name: string, parse: (text: string) => T | undefined): T | undefined => {
    // An empty matcher asks nothing.
    const text = propertyValue(item, name) || undefined;
    const parsed = text === undefined ? undefined : parse(text);
    if (text !== undefined && parsed === undefined) unread.push(name);
    return parsed;
  };
}

/** What a row asks of packets of a family, `protocol` being what it calls that; undefined = it means others. */
export function rowMatch(item: Item, family: 4 | 6, protocol: 'protocol' | 'ip-protocol') {
  const value = (name: string, usual: string) => propertyValue(item, name) ?? usual;
  const addresses = (name: string) => addressSet(value(name, family === 4 ? '0.0.0.0/0' : '::/0'), family);
  const [source, destination] = [addresses('src-address'), addresses('dst-address')];
  if (!source || !destination) return undefined;
  const named = value(protocol, 'all');
  const protocols = named === 'all' ? undefined : new Set([protocolName(named)]);
  const [sourcePort, destinationPort] = [portSet(value('src-port', '')), portSet(value('dst-port', ''))];
  return { family, protocols, source, destination, sourcePort, destinationPort };
}

/** The property of a NAT rule that says where to: IPv6 has a prefix, under a name of its own. */
export function natTargetName(item: Item): 'to-address' | 'to-addresses' {
  return item.properties.has('to-address') ? 'to-address' : 'to-addresses';
}

/** The addresses that a NAT rule translates to; undefined where it keeps the address. */
export function natTarget(item: Item, family: 4 | 6): IntervalSet | undefined {
  return addressSet(propertyValue(item, natTargetName(item)) ?? '', family);
}
