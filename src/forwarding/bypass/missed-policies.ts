// What the chains of the CPU would have done to packets that the chip forwards: each policy that they miss.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { type ChainState, untrackedState } from '../firewall/chain-state.ts';
import { isDenied, isQuota, isToldByPackets, walkChain } from '../firewall/chains.ts';
import { isTracking } from '../firewall/cpu-path.ts';
import { type Crossing, queuesFor, queuesOf } from '../firewall/features.ts';
import { type Firewall, type FirewallRule, shapedFirewall } from '../firewall/firewall.ts';
import { type Asking, markersOf } from '../firewall/marks.ts';
import type { NatState } from '../firewall/outcome.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import { natTarget, portSet } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf } from '../packets/causes.ts';
import { type PacketSet, split } from '../packets/space.ts';
import { leavesTable, lookupFrom, routingChoices } from '../routing/routing-policy.ts';

/** A class of packets on a path through the device. */
export interface Path extends Crossing {
  /** Packets of the direction that opens the connection. */
  readonly opens: boolean;
  /** Nobody answers. */
  readonly oneWay: boolean;
  /** Table that the chip looked up; absent = they stay in their bridge, and no table is asked. */
  readonly table?: string | undefined;
}

/** Raw rules and all that follows. What no tracking sees fares alike every time. */
export function passing(network: Network, path: Path, found: ChainState, isFirst = true): readonly WayOut[] {
  const start = { ...found, inInterface: path.inInterface };
  return walkChain(shapedFirewall(network, start.packets.family), 'raw', 'prerouting', start).flatMap((raw) => {
    const isExempt = !raw.uncertainty && raw.effects.some(({ action }) => action === 'notrack');
    const isUntracked = isExempt || !isTracking(network);
    const part = { ...start, packets: raw.packets };
    if (isUntracked && !isFirst) return [{ missed: [], met: [], left: [part] }];
    const dropped = isFirst ? denial(raw, 'a raw rule drops') : [];
    const way = wayThrough(network, path, isUntracked ? { ...part, ...untrackedState } : part);
    // Whatever its own tracking sees, the other direction finds the connection as it was.
    return [{ met: way.met, missed: [...dropped, ...way.missed], left: isUntracked ? [part] : way.left }];
  });
}

export interface WayOut {
  readonly missed: readonly Bypassed[];
  readonly met: readonly ChainState[];
  /** Behind the last chain. */
  readonly left: readonly ChainState[];
}

/** The ways through a chain, with what each would have done. */
type Stage = (start: ChainState) => readonly WayOut[];

/** What the kernel would do to packets from mangle on, chain by chain. */
function wayThrough(network: Network, path: Path, start: ChainState): WayOut {
  const firewall = shapedFirewall(network, start.packets.family);
  const mangle =
    (chain: string, besides: (state: ChainState) => readonly Bypassed[] = () => []): Stage =>
    (from) =>
      walkChain(firewall, 'mangle', chain, from).map((state) => {
        return { missed: [...mangled(state), ...besides(state)], met: [state], left: [state] };
      });
  const { simple, trees } = queuesOf(network);
  const isShaping = simple.length + trees.length + firewall.chain('mangle', 'postrouting').length > 0;
  const isTranslatable = path.opens && start.connectionState === 'new' && firewall.all('nat').length > 0;
  const nat = (chain: NatChain): readonly Stage[] =>
    isTranslatable ? [(from) => [{ ...translated(firewall, chain, from), met: [] }]] : [];
  return inTurn(start, [
    mangle('prerouting', (state) => misrouted(network, state, path)),
    ...nat('dstnat'),
    (from) => mangle('forward')({ ...from, outInterface: path.outInterface }),
    (from) => walkChain(firewall, 'filter', 'forward', from).map(filtered),
    ...(isShaping ? [mangle('postrouting', (state) => unshaped(network, state, path))] : []),
    ...nat('srcnat'),
  ]);
}

function filtered(state: ChainState): WayOut {
  return { missed: denial(state, 'a rule drops'), met: [], left: [state] };
}

function denial(state: ChainState, what: string, code?: EvidencedCode): readonly Bypassed[] {
  const { end, packets } = state;
  return end && isDenied(state) ? missing(state, end, code ?? codeOf(end, packets), what) : [];
}

function inTurn(start: ChainState, stages: readonly Stage[]): WayOut {
  const all: { missed: Bypassed[]; met: ChainState[]; left: ChainState[] } = { missed: [], met: [], left: [] };
  const pass = (from: ChainState, [stage, ...later]: readonly Stage[]) => {
    if (!stage) all.left.push(from);
    for (const { missed, met, left } of stage?.(from) ?? []) {
      all.missed.push(...missed);
      all.met.push(...met);
      for (const each of left) pass({ ...each, end: undefined, effects: [], possibleEffects: [] }, later);
    }
  };
  pass(start, stages);
  return all;
}

type RawOrFilter = 'raw-bypassed-by-l3hw' | 'firewall-bypassed-by-l3hw';

function filterCode({ family }: PacketSet, ofIpv4: RawOrFilter = 'firewall-bypassed-by-l3hw'): EvidencedCode {
  return family === 4 ? `firewall/${ofIpv4}` : 'firewall/ipv6-firewall-bypassed';
}

/** Of a rule by its table. */
export function codeOf({ item }: FirewallRule, packets: PacketSet): EvidencedCode {
  if (item.menu.endsWith('/mangle')) return mangleCode;
  return filterCode(packets, item.menu.endsWith('/raw') ? 'raw-bypassed-by-l3hw' : undefined);
}

/** What drops, by such a code. */
export function isFilter(code: string): boolean {
  return [
    'firewall/raw-bypassed-by-l3hw',
    'firewall/firewall-bypassed-by-l3hw',
    'firewall/ipv6-firewall-bypassed',
  ].includes(code);
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
  return {
    item,
    packets,
    reason: makeReason(placement, code, text, placeOf(item, 'action')),
    ...metBySome(uncertainty),
  };
}

function metBySome(uncertainty: FirewallRule | undefined): Pick<Bypassed, 'isMetBySome'> {
  return uncertainty && isToldByPackets(uncertainty) ? { isMetBySome: true } : {};
}

/** Marks by themselves do nothing: what they are for is found where they are used. */
function mangled(state: ChainState): readonly Bypassed[] {
  const changes = state.effects.filter(
    ({ action }) => !['mark-connection', 'mark-packet', 'mark-routing'].includes(action),
  );
  const lost = [
    ...changes.flatMap((rule) => missing(state, rule, mangleCodeOf(rule), changeOf(rule))),
    ...state.possibleEffects
      .filter(({ action }) => !['log', 'passthrough'].includes(action) && !action.startsWith('add-'))
      .flatMap((rule) => missing({ ...state, uncertainty: rule }, rule, mangleCodeOf(rule), changeOf(rule))),
  ];
  return [...lost, ...denial(state, 'a mangle rule drops', filterCode(state.packets))];
}

function mangleCodeOf({ action }: FirewallRule): EvidencedCode {
  return action === 'route' ? 'route/mangle-mark-routing-bypassed' : mangleCode;
}

function changeOf({ action }: FirewallRule): string {
  if (action === 'route') return "mangle's route sends elsewhere";
  const does = action.startsWith('sniff-') ? 'copies' : action.startsWith('mark-') ? 'marks' : 'changes';
  return `mangle's ${action} ${does}`;
}

function misrouted(network: Network, state: ChainState, { inInterface, table }: Path): readonly Bypassed[] {
  if (table === undefined) return [];
  const lookup = lookupFrom(network, inInterface, state.routingMark);
  return routingChoices(network, state.packets, lookup).flatMap((choice) => {
    const { packets, by } = choice;
    if (!leavesTable(choice, table)) return [];
    const lost = (item: Item, code: EvidencedCode, property: string) => {
      const how = choice.dropped ? 'dropped' : `routed by table \`${choice.table}\``;
      const text = `these packets were to be ${how}, but the chip routes them by \`${table}\``;
      const placement = choice.uncertain || state.uncertainty ? 'unknown' : 'unpredictable';
      const reason = makeReason(placement, code, text, placeOf(item, property));
      return { item, packets, reason, ...(!choice.uncertain && metBySome(state.uncertainty)) };
    };
    if (by) return [lost(by, 'route/routing-rule-bypassed', 'table')];
    const marking = state.effects.findLast(({ action }) => action === 'mark-routing');
    if (!marking || choice.table !== state.routingMark || choice.table === 'main') return [];
    const routing = lost(marking.item, 'route/mangle-mark-routing-bypassed', 'new-routing-mark');
    return [routing, ...unmarked({ ...state, packets }, marking)];
  });
}

/** What NAT would do to packets that open a connection, and how they go on. */
function translated(firewall: Firewall, chain: NatChain, start: ChainState): Omit<WayOut, 'met'> {
  const parts = walkChain(firewall, 'nat', chain, start).map((state) => {
    const rule = translatingRule(state);
    const natState: NatState | undefined = rule ? (state.natState ? 'both' : chain) : state.natState;
    const missed = rule ? missing(state, rule, 'firewall/nat-bypassed-by-l3hw', 'a NAT rule translates') : [];
    return { missed, left: { ...state, natState } };
  });
  const missed = parts.flatMap((each) => each.missed);
  return { missed, left: firewall.asksNat ? parts.map(({ left }) => left) : [start] };
}

type NatChain = 'srcnat' | 'dstnat';

function translatingRule({ end, packets }: ChainState): FirewallRule | undefined {
  return end && end.action !== 'accept' && !isTranslatedAlready(end, packets) ? end : undefined;
}

/** Openers that are answered on their own path: where NAT translates, the device is asked, or somebody else. */
export function untranslated(firewall: Firewall, opener: ChainState): readonly ChainState[] {
  const behind = (chain: NatChain, from: ChainState) =>
    walkChain(firewall, 'nat', chain, from).filter((state) => !translatingRule(state));
  return behind('dstnat', { ...opener, end: undefined, outInterface: undefined }).flatMap((state) =>
    behind('srcnat', { ...state, end: undefined, outInterface: opener.outInterface }),
  );
}

/** Packets that go where the rule would send them. */
function isTranslatedAlready({ action, item }: FirewallRule, packets: PacketSet): boolean {
  if (action !== 'dst-nat') return false;
  const to = natTarget(item, packets.family);
  const ports = propertyValue(item, 'to-ports');
  const destinationPort = ports === undefined ? undefined : (portSet(ports) ?? []);
  return to !== undefined && split(packets, { destination: to, destinationPort }).outside.length === 0;
}

function unshaped(network: Network, state: ChainState, path: Path): readonly Bypassed[] {
  const text = 'a queue was to shape these packets, but the chip forwards them past it';
  const placement = state.uncertainty ? 'unknown' : 'unpredictable';
  const crossing = { ...path, packets: state.packets };
  return queuesFor(network, crossing, state.packetMark).flatMap(({ item, marks, packets }) => {
    const at = placeOf(item, item.menu === '/queue/simple' ? 'target' : 'parent');
    const reason = makeReason(placement, 'firewall/hw-flow-queue-bypass', text, at);
    return [
      { item, packets, reason, ...metBySome(state.uncertainty) },
      ...unmarked({ ...state, packets }, { packetMark: { names: new Set(marks), negated: false } }),
    ];
  });
}
