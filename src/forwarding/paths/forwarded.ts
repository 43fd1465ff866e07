// What becomes of what a device's CPU forwards: the classes of TCP and UDP from each kind of end, the
// FastTrack rule that takes them, and what the firewall makes of them. No rule follows chains by itself.

import { familyOfMenu, type Item } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedOnce, derivedPer, firstOfEach } from '../../source/grouping.ts';
import { meantBy } from '../bypass/address-classes.ts';
import { isChipsAlone } from '../bypass/chips-alone.ts';
import {
  anything,
  betweenGroups,
  type Concerns,
  type EndGroup,
  endGroups,
  endsOf,
  type ForwardedClass,
} from '../bypass/routed-classes.ts';
import { type ChainState, startChain } from '../firewall/chain-state.ts';
import { isDenied, mayMatch, walkChain } from '../firewall/chains.ts';
import { mayFasttrack } from '../firewall/cpu-path.ts';
import { fasttrackMatches } from '../firewall/fasttrack-rules.ts';
import { type Firewall, type FirewallRule, firewallOf, isNamed, type Table } from '../firewall/firewall.ts';
import type { Outcome } from '../firewall/outcome.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import { addressesBehind, type RoutedEnd } from '../legs/ends.ts';
import type { Network } from '../network/network.ts';
import type { Reason } from '../packets/causes.ts';
import { anybody, type Endpoint, unwrittenFlow } from '../packets/flow.ts';
import { type PacketSet, packetsBetween, prefixInterval } from '../packets/space.ts';
import { followFlow } from './directions.ts';

export interface Forwarded {
  readonly outcome: Outcome;
  readonly from: string;
  /** Where the packets leave, as far as that is certain. */
  readonly to: string | undefined;
}

/**
 * Classes of both directions that the CPU may see some of, each pair followed when its turn comes: who has found enough
 * asks no more. One end sends for its group, and then each other one whose addresses other rules mean.
 */
export function* forwarded(network: Network, family: 4 | 6, concerns = anything): Generator<Forwarded, void> {
  for (const part of ['first', 'others'] as const) {
    for (const [senders, to] of pairsSeen(network, family, concerns, part)) {
      for (const end of senders) yield* between(network, family, end, to);
    }
  }
}

function* pairsSeen(
  network: Network,
  family: 4 | 6,
  concerns: Concerns,
  part: 'first' | 'others',
): Generator<[readonly RoutedEnd[], EndGroup], void> {
  const groups = endGroups(network, family, 'both');
  for (const from of groups) {
    // What goes back where it came from is hardly what a rule is about, so it comes last.
    for (const to of [...groups.filter((each) => each !== from), from]) {
      if (isChipsAlone(network, family, from, to) || !concerns(from, to)) continue;
      const all = sendersOf(network, family, from);
      const senders = part === 'others' ? all.slice(1) : all.slice(0, 1);
      if (senders.length > 0) yield [senders, to];
    }
  }
}

const sendersOf = derivedPer((network: Network, family: 4 | 6, group: EndGroup) =>
  firstOfEach(group.ends, (end) => meantBy(network, family, addressesBehind(network, end, family))),
);

/**
 * Who may send to some interfaces from elsewhere. Those connected to an end send for what lies behind it too, where the
 * same rules mean both.
 */
export function sendersTo(network: Network, family: 4 | 6, names: readonly string[]): readonly Endpoint[] {
  const ends = endGroups(network, family, 'both').flatMap((group) => sendersOf(network, family, group));
  return ends.flatMap((end) => {
    if (names.includes(end.name)) return [];
    const near = connectedAt(end);
    const all = meantBy(network, family, addressesBehind(network, end, family));
    return all === meantBy(network, family, near.prefixes.map(prefixInterval)) ? near : senderAt(end);
  });
}

/**
 * As `forwarded`, in an order that finds early what most fare like: of two hundred pairs what connected networks send,
 * first to each other, because what lies behind routers is many more classes; then everything.
 */
export function* someForwarded(network: Network, family: 4 | 6): Generator<Forwarded, void> {
  const pairs = somePairs(network, family);
  for (const [from, to] of pairs) {
    const other = to.ends.find((end) => end !== from.first);
    if (other) yield* follow(network, family, connectedAt(from.first), connectedAt(other));
  }
  for (const [from, to] of pairs) yield* follow(network, family, connectedAt(from.first), receiversOf(to));
  yield* forwarded(network, family);
}

const mostPairs = 200;

function somePairs(network: Network, family: 4 | 6): readonly (readonly [from: EndGroup, to: EndGroup])[] {
  const groups = endGroups(network, family, 'both');
  const count = groups.length;
  // Odd, so that it does not meet the same receiver each time.
  const stride = Math.ceil(count ** 2 / mostPairs) | 1;
  return Array.from({ length: Math.ceil(count ** 2 / stride) }).flatMap((_, step) => {
    const [from, to] = [groups[Math.floor((step * stride) / count)], groups[(step * stride) % count]];
    return from && to && !isChipsAlone(network, family, from, to) ? [[from, to] as const] : [];
  });
}

const between = derivedPer((network: Network, family: 4 | 6, from: RoutedEnd, to: EndGroup) => {
  // Some FastTrack rules take what nobody answers too, past policies for packets that open connections.
  const takesOpeners = fasttrackMatches(network, family).some((rule) => isNamed(rule.connectionState, 'new'));
  const kinds = takesOpeners ? [false, true] : [false];
  return kinds.flatMap((oneWay) => follow(network, family, senderAt(from), receiversOf(to), oneWay));
});

function follow(network: Network, family: 4 | 6, from: Endpoint, to: Endpoint, oneWay = false): readonly Forwarded[] {
  return followFlow(network, { ...unwrittenFlow(from, to), oneWay }, [family]).map(({ outcome }) => ({
    outcome,
    from: outcome.traffic.inInterface,
    to: outcome.egress[0]?.interface,
  }));
}

const senderAt = derivedOnce(
  ({ name, internet }: RoutedEnd): Endpoint => ({ ...anybody, label: name, interfaces: [name], internet }),
);

const receiversOf = derivedOnce(
  ({ ends }: EndGroup): Endpoint => ({ ...anybody, interfaces: ends.map(({ name }) => name) }),
);

/** Who is connected at an end; all behind it where the Internet is. */
function connectedAt({ name, interface: owner, internet }: RoutedEnd): Endpoint {
  const prefixes = internet ? [] : owner.addresses.map((each) => each.network);
  return { label: name, interfaces: [name], prefixes, internet };
}

/** Classes that a FastTrack rule takes, on the CPU or in the chip. */
export interface Fasttracked extends Forwarded {
  readonly rule: Item;
}

export function* fasttracked(network: Network, concerns?: Concerns): Generator<Fasttracked, void> {
  for (const family of families) {
    if (!mayFasttrack(network, family)) continue;
    for (const each of forwarded(network, family, concerns)) {
      const rule = each.outcome.fasttracked?.rule.item;
      if (rule) yield { ...each, rule };
    }
  }
}

/**
 * Of these policies those that FastTrack takes connections past, or may, each with the first that is most certain, and
 * does not go back where it came from.
 */
export function pastFasttrack(network: Network, policies: Iterable<Item>, concerns = anything) {
  const found = new Map<Item, Fasttracked & Pick<Bypassed, 'reason'> & { readonly weight: number }>();
  const open = new Set(policies);
  if (open.size === 0) return found;
  for (const each of fasttracked(network, (from, to) => open.size > 0 && concerns(from, to))) {
    for (const { item, reason } of each.outcome.fasttracked?.skipped ?? []) {
      const weight = weightOf(each, reason);
      if (open.has(item) && weight > (found.get(item)?.weight ?? -1)) found.set(item, { ...each, reason, weight });
      if (weight === 3) open.delete(item);
    }
  }
  return found;
}

function weightOf({ from, to }: Forwarded, { placement }: Reason): number {
  return (placement === 'unknown' ? 0 : 2) + (from === to ? 0 : 1);
}

/** A FastTrack rule, and one behind it that drops packets of its connections where they take the normal path. */
export const droppedBesideFasttrack = derivedPer((network: Network, family: 4 | 6) =>
  [...betweenGroups(network, family)].flatMap((each) => {
    const [from, to] = endsOf(each);
    return walkAll(firewallOf(network, family), each, 'filter', ['forward'], {
      connectionState: 'established',
    }).flatMap((state) => {
      const { fasttrack, end } = state;
      if (!fasttrack || !end || !isDenied(state)) return [];
      return [{ rule: fasttrack.item, drop: end.item, from: from.name, to: to.name }];
    });
  }),
);

/** The rule that accepts what a FastTrack rule is for, so that it takes nothing; undefined = it takes something. */
export function acceptBeforeFasttrack(network: Network, item: Item): Item | undefined {
  const table = item.menu.endsWith('/mangle') ? 'mangle' : 'filter';
  const family = familyOfMenu(item.menu);
  const firewall = firewallOf(network, family);
  const rule = firewall.all(table).find((each) => each.item === item);
  if (!rule) return undefined;
  const chains = table === 'filter' ? ['forward'] : ['prerouting', 'forward', 'postrouting'];
  let accept: Item | undefined;
  for (const each of betweenGroups(network, family)) {
    for (const state of startsFor(rule).flatMap((start) => walkAll(firewall, each, table, chains, start))) {
      if (state.fasttrack === rule) return undefined;
      // What an earlier FastTrack rule took lacks nothing.
      if (!state.fasttrack && state.end?.action === 'accept' && mayMatch(rule, state)) accept ??= state.end.item;
    }
  }
  return accept;
}

/** What packets have to be for a FastTrack rule to match them; none where it asks for something that no class has. */
function startsFor({ connectionState, connectionMark }: FirewallRule): readonly ChainStart[] {
  const states = (['established', 'new', 'untracked'] as const).filter((each) => isNamed(connectionState, each));
  const mark = ['no-mark', ...(connectionMark?.names ?? [])].find((each) => isNamed(connectionMark, each));
  return mark === undefined ? [] : states.map((state) => ({ connectionState: state, connectionMark: mark }));
}

type ChainStart = Pick<ChainState, 'connectionState'> & Partial<Pick<ChainState, 'connectionMark'>>;

/** What becomes of a class in some chains, each by itself. */
function walkAll(
  firewall: Firewall,
  forwardedClass: ForwardedClass,
  table: Table,
  chains: readonly string[],
  start: ChainStart,
): readonly ChainState[] {
  const { sources: source, destinations: destination } = forwardedClass;
  const [from, to] = endsOf(forwardedClass);
  return anyPackets(firewall.family).flatMap((each) => {
    const packets = { ...each, source, destination };
    const state = startChain({ packets, inInterface: from.name, outInterface: to.name, ...start });
    return chains.flatMap((chain) => walkChain(firewall, table, chain, state));
  });
}

/** The filter of the CPU drops some of what opens connections between two interfaces. */
export function isFiltered(network: Network, from: string, to: string, family: 4 | 6): boolean {
  return anyPackets(family).some((packets) => {
    const start = startChain({ packets, inInterface: from, outInterface: to, connectionState: 'new' });
    return walkChain(firewallOf(network, family), 'filter', 'forward', start).some(isDenied);
  });
}

/** What FastTrack and connection tracking are about. */
function anyPackets(family: 4 | 6): readonly PacketSet[] {
  return ['tcp', 'udp'].map((protocol) => packetsBetween(family, protocol));
}
