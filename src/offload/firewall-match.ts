// What a firewall rule can match of traffic between routed ends: which ends it may see, and whether it sees
// everything there.

import type { RoutedEnd } from '../forwarding/ends.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, listValues, propertyValue } from '../model/config.ts';
import { type Prefix, parsePrefix } from '../model/prefix.ts';
import { endsIndex } from './ends-index.ts';
import { maskOf, maskOfPrefixes } from './paths.ts';

export interface Match {
  /** Ends at which matching packets may enter and leave. */
  readonly ins: bigint;
  readonly outs: bigint;
  /** Ends of which every packet matches, as far as interfaces and addresses decide. */
  readonly allIns: bigint;
  readonly allOuts: bigint;
  /**
   * Nothing but interfaces and addresses decides: a new connection between `allIns` and `allOuts` certainly matches.
   */
  readonly certain: boolean;
}

/** Resolves matchers of one menu; results of equal interface and address matchers are kept. */
export interface Matching {
  matchOf(item: Item): Match;
}

/** Properties that say what happens to a match, not what matches. */
const consequences: ReadonlySet<string> = new Set([
  'action',
  'address-list',
  'address-list-timeout',
  'chain',
  'comment',
  'disabled',
  'hw-offload',
  'jump-target',
  'log',
  'log-prefix',
  'new-connection-mark',
  'new-dscp',
  'new-mss',
  'new-packet-mark',
  'new-priority',
  'new-routing-mark',
  'new-ttl',
  'passthrough',
  'place-before',
  'randomise-ports',
  'reject-with',
  'route-dst',
  'same-not-by-dst',
  'sniff-id',
  'sniff-target',
  'sniff-target-port',
  'to-address',
  'to-addresses',
  'to-ports',
]);

type Judgement = 'always' | 'maybe' | 'never';

/** Which packet of a connection is asked about: its first one, or one after an answer was seen. */
export type PacketState = 'new' | 'established';

export function matchingOf(
  network: Network,
  ends: readonly RoutedEnd[],
  family: 4 | 6,
  state: PacketState = 'new',
): Matching {
  const everything = maskOf(ends, () => true);
  const lists = addressLists(network, family);
  const cache = sidesOf(ends);

  const side = (key: string, derive: () => readonly [bigint, bigint]): readonly [bigint, bigint] => {
    const cached = cache.get(key) ?? derive();
    cache.set(key, cached);
    return cached;
  };
  const narrow = (
    item: Item,
    property: string,
    sided: readonly [bigint, bigint],
    derive: (value: string) => readonly [bigint, bigint],
  ): readonly [bigint, bigint] => {
    const text = propertyValue(item, property);
    if (text === undefined || text === '') return sided;
    const isNegated = text.startsWith('!');
    const value = isNegated ? text.slice(1) : text;
    const [may, all] = side(`${property.replace(/^(src|dst|in|out)-/, '')} ${value}`, () => derive(value));
    const [nextMay, nextAll] = isNegated ? [everything & ~all, everything & ~may] : [may, all];
    return [sided[0] & nextMay, sided[1] & nextAll];
  };
  const byInterface = (value: string): readonly [bigint, bigint] => {
    const mask = maskOf(ends, ({ name }) => name === value);
    return [mask, mask];
  };
  const byInterfaceList = (value: string): readonly [bigint, bigint] => {
    const members = network.interfaceListMembers(value);
    const mask = maskOf(ends, ({ name }) => members.has(name));
    return [mask, mask];
  };
  const byPrefixes = (prefixes: readonly Prefix[] | undefined): readonly [bigint, bigint] => {
    if (!prefixes) return [everything, 0n];
    return [maskOfPrefixes(ends, prefixes), endsIndex(ends).within(prefixes)];
  };
  const byAddress = (value: string) => byPrefixes(prefixesOf(value));
  const byAddressList = (value: string) => byPrefixes(lists.get(value));

  const sideOf = (item: Item, inOut: 'in' | 'out', address: 'src' | 'dst') => {
    let sided: readonly [bigint, bigint] = [everything, everything];
    sided = narrow(item, `${inOut}-interface`, sided, byInterface);
    sided = narrow(item, `${inOut}-interface-list`, sided, byInterfaceList);
    sided = narrow(item, `${address}-address`, sided, byAddress);
    return narrow(item, `${address}-address-list`, sided, byAddressList);
  };

  return {
    matchOf(item) {
      const other = judgeOthers(item, state);
      if (other === 'never') return { ins: 0n, outs: 0n, allIns: 0n, allOuts: 0n, certain: false };
      const [ins, allIns] = sideOf(item, 'in', 'src');
      const [outs, allOuts] = sideOf(item, 'out', 'dst');
      return { ins, outs, allIns, allOuts, certain: other === 'always' };
    },
  };
}

type Sides = Map<string, readonly [may: bigint, all: bigint]>;

const knownSides = new WeakMap<readonly RoutedEnd[], Sides>();

/** What interface and address matchers mean for these ends, which belong to one network and one family. */
function sidesOf(ends: readonly RoutedEnd[]): Sides {
  const sides: Sides = knownSides.get(ends) ?? new Map();
  knownSides.set(ends, sides);
  return sides;
}

const sided: ReadonlySet<string> = new Set([
  'in-interface',
  'out-interface',
  'in-interface-list',
  'out-interface-list',
  'src-address',
  'dst-address',
  'src-address-list',
  'dst-address-list',
]);

/** The matchers that are not about interfaces and addresses, judged for a packet of a plain forwarded connection. */
function judgeOthers(item: Item, state: PacketState): Judgement {
  let judgement: Judgement = 'always';
  for (const [name, { value }] of item.properties) {
    if (consequences.has(name) || sided.has(name)) continue;
    const verdict = judgeMatcher(name, value, state);
    if (verdict === 'never') return 'never';
    if (verdict === 'maybe') judgement = 'maybe';
  }
  return judgement;
}

/**
 * The chip has no connections: `invalid` and `untracked` describe what the CPU would make of a packet, not a policy.
 */
function judgeState(value: string, state: PacketState): Judgement {
  const states = new Set(listValues(value.replace(/^!/, '')));
  if (value.startsWith('!')) return states.has(state) ? (state === 'new' ? 'maybe' : 'never') : 'always';
  if (states.has(state)) return 'always';
  const isLater = state === 'new' && (states.has('established') || states.has('related'));
  return isLater ? 'maybe' : 'never';
}

function judgeMatcher(name: string, value: string, state: PacketState): Judgement {
  switch (name) {
    case 'connection-state':
      return judgeState(value, state);
    case 'connection-nat-state':
      return value === '!dstnat' || value === '!srcnat' || value === '!srcnat,dstnat' ? 'always' : 'maybe';
    case 'ipsec-policy':
      return value.endsWith(',none') ? 'always' : 'never';
    case 'connection-mark':
    case 'packet-mark':
    case 'routing-mark':
      return value === 'no-mark' ? 'always' : 'maybe';
    case 'dst-address-type':
      return value === 'local' ? 'never' : value === '!local' ? 'always' : 'maybe';
    default:
      return 'maybe';
  }
}

/** `10.0.0.0/8`, `10.0.0.1`, `10.0.0.1-10.0.0.9`; undefined = nothing that can be compared. */
function prefixesOf(value: string): readonly Prefix[] | undefined {
  const [first = '', last] = value.split('-');
  const from = parsePrefix(first);
  const to = last === undefined ? from : parsePrefix(last);
  if (!from || !to) return undefined;
  if (last === undefined) return [from];
  return rangePrefixes(from, to);
}

function rangePrefixes(from: Prefix, to: Prefix): readonly Prefix[] | undefined {
  if (from.family !== to.family || to.base < from.base) return undefined;
  const prefixes: Prefix[] = [];
  const bits = from.family === 4 ? 32 : 128;
  let base = from.base;
  while (base <= to.base && prefixes.length < 256) {
    let size = 0;
    while (size < bits && (base >> BigInt(size)) % 2n === 0n && base + (1n << BigInt(size + 1)) - 1n <= to.base) size++;
    prefixes.push({ family: from.family, base, length: bits - size });
    base += 1n << BigInt(size);
  }
  return prefixes;
}

type AddressLists = ReadonlyMap<string, readonly Prefix[] | undefined>;

const knownLists = new WeakMap<Network, Map<4 | 6, AddressLists>>();

function addressLists(network: Network, family: 4 | 6): AddressLists {
  const byFamily = knownLists.get(network) ?? new Map<4 | 6, AddressLists>();
  knownLists.set(network, byFamily);
  const lists = byFamily.get(family) ?? readAddressLists(network, family);
  byFamily.set(family, lists);
  return lists;
}

/** Static entries by list; a list with none, or with names in it, is undefined: only the device knows it. */
function readAddressLists(network: Network, family: 4 | 6): AddressLists {
  const menu = family === 4 ? '/ip/firewall/address-list' : '/ipv6/firewall/address-list';
  const lists = new Map<string, Prefix[] | undefined>();
  for (const item of enabledItemsOf(network.config, menu)) {
    const list = propertyValue(item, 'list') ?? '';
    const prefixes = prefixesOf(propertyValue(item, 'address') ?? '');
    const known = lists.has(list) ? lists.get(list) : [];
    if (known && prefixes) known.push(...prefixes);
    lists.set(list, prefixes && known);
  }
  return lists;
}
