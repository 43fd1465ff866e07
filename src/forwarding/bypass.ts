// What the CPU would have done to packets that the chip forwards: every policy that they miss.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import { type Item, propertyValue } from '../model/config.ts';
import { cause, makeReason, placeOf, type Reason } from './causes.ts';
import { type ChainState, startChain } from './chain-state.ts';
import { isDenied, isQuota, walkChain } from './chains.ts';
import { isTracking } from './cpu-path.ts';
import { type Crossing, countingFor, type Feature, featuresFor, hasPolicies, queuesFor } from './features.ts';
import { type Firewall, type FirewallRule, firewallOf } from './firewall.ts';
import type { Cause } from './flow.ts';
import { type Asking, markersOf, unreadMarks } from './marks.ts';
import { natTarget, portSet } from './matchers.ts';
import type { Network } from './network.ts';
import { leavesTable, lookupFrom, routingChoices } from './routing-policy.ts';
import { type PacketSet, split } from './space.ts';

/** A class of packets on a path through the device. */
export interface Path extends Crossing {
  /** Packets of the direction that opens the connection. */
  readonly opens: boolean;
  /** Nobody answers. */
  readonly oneWay: boolean;
  /** Table that the chip looked up. */
  readonly table: string;
}

export interface Bypassed {
  /** The policy. */
  readonly item: Item;
  readonly packets: PacketSet;
  readonly reason: Reason;
}

/** What the CPU would have done to a class that the chip forwards. */
export interface Spared {
  /** The parts of the class that a policy was meant for; they may overlap. */
  readonly missed: readonly Bypassed[];
  /** What does not see the packets, without their faring worse for it. */
  readonly unseen: readonly { readonly item: Item; readonly cause: Cause }[];
}

/** Every policy and feature of the CPU that was meant for a class and that the chip spares it. */
export function sparedPolicies(network: Network, path: Path): Spared {
  const { packets, inInterface } = path;
  if (!hasPolicies(network)[packets.family]) return { missed: [], unseen: [] };
  const start = startChain({ packets, inInterface, outInterface: undefined, connectionState: 'new' });
  const raws = walkChain(firewallOf(network, packets.family), 'raw', 'prerouting', start);
  const ways = raws.flatMap((raw) => waysBehind(network, path, { ...start, packets: raw.packets }, raw));
  const dropped = raws.flatMap((raw) =>
    isDenied(raw) && raw.end
      ? missing(raw, raw.end, filterCode(raw.packets, 'raw-bypassed-by-l3hw'), 'a raw rule drops')
      : [],
  );
  return {
    missed: [...featuresFor(network, path).map(missedFeature), ...dropped, ...ways.flatMap(({ missed }) => missed)],
    unseen: unseen(
      network,
      path,
      ways.flatMap(({ met }) => met),
    ),
  };
}

/** What follows the raw rules, for the packet that opens a connection and for later ones. */
function waysBehind(network: Network, path: Path, start: ChainState, raw: ChainState): readonly WayOut[] {
  const through = (from: Partial<ChainState>) => wayThrough(network, path, { ...start, ...from });
  const isExempt = !raw.uncertainty && raw.effects.some(({ action }) => action === 'notrack');
  if (isExempt || !isTracking(network)) return [through({ connectionState: 'untracked' })];
  const connectionState = 'established';
  if (!path.opens) return [through({ connectionState })];
  const opening = through({});
  if (path.oneWay) return [opening];
  const marked = opening.left.filter(({ connectionMark }) => connectionMark !== start.connectionMark);
  return [
    opening,
    ...(firewallOf(network, start.packets.family).isStateful ? [through({ connectionState })] : []),
    // What the connection was marked with when it opened.
    ...marked.map(({ packets, connectionMark, uncertainty, marking }) => {
      const given = marking.filter(({ action }) => action === 'mark-connection');
      return through({ packets, connectionMark, uncertainty, connectionState, marking: given });
    }),
  ];
}

/** What the kernel would do to packets from mangle on. */
function wayThrough(network: Network, path: Path, start: ChainState): WayOut {
  const firewall = firewallOf(network, start.packets.family);
  const isTranslatable = path.opens && start.connectionState === 'new';
  const all = walkChain(firewall, 'mangle', 'prerouting', start).map((state): WayOut => {
    const nat = isTranslatable ? untranslated(firewall, 'dstnat', onward(state)) : [];
    const out = wayOut(network, path, onward(state, path.outInterface), isTranslatable);
    const missed = [...mangled(state), ...misrouted(network, state, path), ...nat, ...out.missed];
    return { missed, met: [state, ...out.met], left: out.left };
  });
  return {
    missed: all.flatMap(({ missed }) => missed),
    met: all.flatMap(({ met }) => met),
    left: all.flatMap(({ left }) => left),
  };
}

/** Into the next chain. */
function onward(state: ChainState, outInterface = state.outInterface): ChainState {
  return { ...state, end: undefined, effects: [], possibleEffects: [], outInterface };
}

interface WayOut {
  readonly missed: readonly Bypassed[];
  readonly met: readonly ChainState[];
  /** Behind the last chain. */
  readonly left: readonly ChainState[];
}

/** What the chains behind the routing decision would have done, in their order. */
function wayOut(network: Network, path: Path, start: ChainState, isTranslatable: boolean): WayOut {
  const firewall = firewallOf(network, start.packets.family);
  const missed: Bypassed[] = [];
  const met: ChainState[] = [];
  const left: ChainState[] = [];
  for (const forwarded of walkChain(firewall, 'mangle', 'forward', start)) {
    met.push(forwarded);
    missed.push(...mangled(forwarded));
    for (const filtered of walkChain(firewall, 'filter', 'forward', onward(forwarded))) {
      if (isDenied(filtered) && filtered.end) {
        missed.push(...missing(filtered, filtered.end, filterCode(filtered.packets), 'a rule drops'));
      }
      for (const leaving of walkChain(firewall, 'mangle', 'postrouting', onward(filtered))) {
        met.push(leaving);
        left.push(leaving);
        missed.push(...mangled(leaving), ...unshaped(network, leaving, path));
        if (isTranslatable) missed.push(...untranslated(firewall, 'srcnat', onward(leaving)));
      }
    }
  }
  return { missed, met, left };
}

type RawOrFilter = 'raw-bypassed-by-l3hw' | 'firewall-bypassed-by-l3hw';

function filterCode({ family }: PacketSet, ofIpv4: RawOrFilter = 'firewall-bypassed-by-l3hw'): EvidencedCode {
  return family === 4 ? `firewall/${ofIpv4}` : 'firewall/ipv6-firewall-bypassed';
}

/**
 * With the rules that gave packets the marks that this one asks for. A rule whose match is uncertain makes the outcome
 * unknown, not wrong.
 */
function missing(state: ChainState, rule: FirewallRule, code: EvidencedCode, what: string): readonly Bypassed[] {
  return [missed(state, rule, code, what), ...unmarked(state, rule)];
}

function unmarked(state: ChainState, asking: Asking): readonly Bypassed[] {
  return markersOf(state.marking, asking).map((rule) => missed(state, rule, mangleCode, changeOf(rule)));
}

const mangleCode = 'firewall/mangle-bypassed-by-l3hw';

function missed(
  { packets, uncertainty }: ChainState,
  { item }: FirewallRule,
  code: EvidencedCode,
  what: string,
): Bypassed {
  const [placement, text] =
    uncertainty && !isQuota(uncertainty)
      ? (['unknown', `${what} these packets on the CPU if it matches, and the chip does not ask it`] as const)
      : (['unpredictable', `${what} these packets on the CPU, but the chip forwards them past it`] as const);
  return { item, packets, reason: makeReason(placement, code, text, placeOf(item, 'action')) };
}

/** Marks by themselves do nothing: what they are for is found where they are used. */
function mangled(state: ChainState): readonly Bypassed[] {
  const changes = state.effects.filter(
    ({ action }) => !['mark-connection', 'mark-packet', 'mark-routing'].includes(action),
  );
  const lost = [
    ...changes.flatMap((rule) => missing(state, rule, mangleCode, changeOf(rule))),
    ...state.possibleEffects
      .filter(({ action }) => !['log', 'passthrough'].includes(action) && !action.startsWith('add-'))
      .flatMap((rule) => missing({ ...state, uncertainty: rule }, rule, mangleCode, changeOf(rule))),
  ];
  if (!isDenied(state) || !state.end) return lost;
  return [...lost, ...missing(state, state.end, filterCode(state.packets), 'a mangle rule drops')];
}

function changeOf({ action }: FirewallRule): string {
  const does = action.startsWith('sniff-') ? 'copies' : action.startsWith('mark-') ? 'marks' : 'changes';
  return `mangle's ${action} ${does}`;
}

function misrouted(network: Network, state: ChainState, { inInterface, table }: Path): readonly Bypassed[] {
  const lookup = lookupFrom(network, inInterface, state.routingMark);
  return routingChoices(network, state.packets, lookup).flatMap((choice) => {
    const { packets, by } = choice;
    if (!leavesTable(choice, table)) return [];
    const lost = (item: Item, code: EvidencedCode, property: string) => {
      const how = choice.dropped ? 'dropped' : `routed by table \`${choice.table}\``;
      const text = `these packets were to be ${how}, but the chip routes them by \`${table}\``;
      const placement = choice.uncertain || state.uncertainty ? 'unknown' : 'unpredictable';
      return { item, packets, reason: makeReason(placement, code, text, placeOf(item, property)) };
    };
    if (by) return [lost(by, 'route/routing-rule-bypassed', 'table')];
    const marking = state.effects.findLast(({ action }) => action === 'mark-routing');
    if (!marking || choice.table !== state.routingMark || choice.table === 'main') return [];
    const routing = lost(marking.item, 'route/mangle-mark-routing-bypassed', 'new-routing-mark');
    return [routing, ...unmarked({ ...state, packets }, marking)];
  });
}

function untranslated(firewall: Firewall, chain: 'srcnat' | 'dstnat', start: ChainState): readonly Bypassed[] {
  return walkChain(firewall, 'nat', chain, start).flatMap((state) =>
    state.end && state.end.action !== 'accept' && !isTranslatedAlready(state.end, state.packets)
      ? missing(state, state.end, 'firewall/nat-bypassed-by-l3hw', 'a NAT rule translates')
      : [],
  );
}

/** Packets that go where the rule would send them. */
function isTranslatedAlready({ action, item }: FirewallRule, packets: PacketSet): boolean {
  if (action !== 'dst-nat') return false;
  const to = natTarget(item, packets.family);
  const ports = propertyValue(item, 'to-ports');
  const match = {
    ...(to && { destination: to }),
    ...(ports !== undefined && { destinationPort: portSet(ports) ?? [] }),
  };
  return to !== undefined && split(packets, match).outside.length === 0;
}

function unshaped(network: Network, state: ChainState, path: Path): readonly Bypassed[] {
  const { packets } = state;
  const text = 'a queue was to shape these packets, but the chip forwards them past it';
  const placement = state.uncertainty ? 'unknown' : 'unpredictable';
  return queuesFor(network, { ...path, packets }, state.packetMark).flatMap(({ item, marks }) => {
    const at = placeOf(item, item.menu === '/queue/simple' ? 'target' : 'parent');
    const reason = makeReason(placement, 'firewall/hw-flow-queue-bypass', text, at);
    return [{ item, packets, reason }, ...unmarked(state, { packetMark: { names: new Set(marks), negated: false } })];
  });
}

export function missedFeature({ code, item, at, does, packets, isOpen }: Feature): Bypassed {
  return {
    item,
    packets,
    reason: isOpen
      ? makeReason('unknown', code, `${does} these packets if it matches, and the chip does not ask it`, at)
      : makeReason('unpredictable', code, `${does} these packets on the CPU, but the chip forwards them past it`, at),
  };
}

/** Nothing about the packets is wrong, but who was to count or mark them does not see them. */
function unseen(network: Network, path: Path, met: readonly ChainState[]): Spared['unseen'] {
  const counting = countingFor(network, [path.inInterface, path.outInterface]);
  const code = 'route/traffic-flow-blind';
  return [
    ...(counting
      ? [
          {
            item: counting,
            cause: cause(code, 'Traffic Flow does not see these packets', placeOf(counting, 'enabled')),
          },
        ]
      : []),
    ...unreadMarks(network, met),
  ];
}

/** What is left of a class after the parts that are certain to be judged otherwise. */
export function without(packets: PacketSet, judged: readonly Omit<Bypassed, 'item'>[]): readonly PacketSet[] {
  let left: readonly PacketSet[] = [packets];
  for (const { packets: part, reason } of judged) {
    const { family, protocol, ...match } = part;
    if (reason.placement === 'unknown' || family !== packets.family || protocol !== packets.protocol) continue;
    left = left.flatMap((rest) => split(rest, hasPortMatch(packets, match)).outside);
  }
  return left;
}

/** Protocols without ports are not asked for any. */
function hasPortMatch(
  packets: PacketSet,
  { source, destination, sourcePort, destinationPort }: Omit<PacketSet, 'family' | 'protocol'>,
) {
  const portless = sourcePort === packets.sourcePort && destinationPort === packets.destinationPort;
  return { source, destination, ...(!portless && { sourcePort, destinationPort }) };
}
