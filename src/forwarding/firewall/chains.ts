// Walks classes of packets through firewall chains. A class is cut where a rule matches part of it; where a rule may
// match, both ways are kept and marked as uncertain.

import { propertyValue } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { wordSet } from '../../source/word-set.ts';
import { narrower, type PacketSet, split, splitAll } from '../packets/space.ts';
import { isForGroups } from '../routing/endpoints.ts';
import type { ChainState } from './chain-state.ts';
import {
  type Firewall,
  type FirewallRule,
  isDrop,
  isNamed,
  isPassthrough,
  isTerminal,
  type NameMatch,
  type Table,
} from './firewall.ts';
import { eachMark, givenBy, type MarkClasses, type MarkKind, markClasses, marksAlike } from './marks.ts';
import { meeting } from './meeting-ways.ts';
import type { NatState } from './outcome.ts';
import { changesNoWay, unseen } from './rule-effects.ts';
import { asksOneShare, byClassifier } from './shares.ts';

/** Beyond this many uncertain ways, no rule that may match adds another: that it is uncertain is all that stays. */
const uncertainWaysMax = 16;
const jumpDepthMax = 16;
/** Of one class through one table: where each of several rules leads to chains that do so too, jumps double. */
export const jumpsMax = 500;

/** All ways of a class through a chain. */
export function walkChain(firewall: Firewall, table: Table, chain: string, start: ChainState): readonly ChainState[] {
  if (firewall.chain(table, chain).length === 0) return [start];
  const rules = { firewall, table, entered: chain, marks: markClasses(firewall), left: { jumps: jumpsMax } };
  const ways = walk(rules, chain, start, 0);
  return meeting(ways.map(({ state }) => state));
}

const relevant = narrower<FirewallRule>();

interface Way {
  readonly state: ChainState;
  /** It left the chain by a verdict, rather than by its end or by `return`. */
  readonly ended: boolean;
}

function walk(rules: Rules, chain: string, start: ChainState, depth: number): readonly Way[] {
  const { firewall, table, entered, marks } = rules;
  const done: Way[] = [];
  let open: readonly ChainState[] = [start];
  for (const rule of relevant(firewall.chainAt(table, chain, start.inInterface), start.packets.source)) {
    const next: ChainState[] = [];
    const follow =
      open.length < uncertainWaysMax || open.filter(({ uncertainty }) => uncertainty).length < uncertainWaysMax;
    for (const state of open) {
      for (const { state: part, matches } of divide(rule, state, { follow, entered, marks })) {
        if (!matches) next.push(part);
        else carryOut({ rules, depth, next, done }, rule, part);
      }
    }
    open = meeting(next);
    if (open.length === 0) break;
  }
  return [...done, ...open.map((state) => ({ state, ended: false }))];
}

interface Rules {
  readonly firewall: Firewall;
  readonly table: Table;
  /** The chain that jumps set out from. */
  readonly entered: string;
  readonly marks: MarkClasses;
  /** How many more jumps are followed. */
  readonly left: { jumps: number };
}

interface Walk {
  readonly rules: Rules;
  readonly depth: number;
  /** What the next rule meets. */
  readonly next: ChainState[];
  readonly done: Way[];
}

/** The rule ends the chain, for good or by `return`, leads through another one, or the next rule follows. */
function carryOut(at: Walk, rule: FirewallRule, part: ChainState): void {
  const { next, done } = at;
  const { table, marks } = at.rules;
  if (rule.action === 'return') done.push({ state: part, ended: false });
  else if (rule.action === 'jump' && rule.jumpTarget !== undefined) jump(at, rule, part, rule.jumpTarget);
  else if (isTerminal(table, rule.action)) done.push({ state: { ...part, end: rule }, ended: true });
  else if (table === 'mangle' && !isPassthrough(rule.item)) done.push({ state: apply(rule, part, marks), ended: true });
  else next.push(apply(rule, part, marks));
}

/** Where no more are followed, whatever the chain does is uncertain. */
function jump({ rules, depth, next, done }: Walk, rule: FirewallRule, part: ChainState, target: string): void {
  if (depth === jumpDepthMax || rules.left.jumps === 0) {
    next.push({ ...part, uncertainty: worseUncertainty(part.uncertainty, rule) });
    return;
  }
  rules.left.jumps -= 1;
  for (const way of walk(rules, target, part, depth + 1)) {
    if (way.ended) done.push(way);
    else next.push(way.state);
  }
}

interface Part {
  readonly state: ChainState;
  readonly matches: boolean;
}

/** How a rule is followed that may match. */
interface Parting {
  /** Both where it does and where it does not. */
  readonly follow: boolean;
  /** The chain whose packets it meets. */
  readonly entered: string;
  readonly marks: MarkClasses;
}

function divide(rule: FirewallRule, state: ChainState, parting: Parting): readonly Part[] {
  if (rule.impossible || !matchesNames(rule, state)) return [{ state, matches: false }];
  const { inside, outside } = split(state.packets, rule.match);
  if (!inside) return [{ state, matches: false }];
  const parts: Part[] = outside.map((packets) => ({ state: { ...state, packets }, matches: false }));
  for (const { packets, matches } of divideByEitherPort(rule, inside)) {
    for (const each of matches && rule.ipsec ? rule.ipsec(packets) : [{ packets, matches }]) {
      parts.push(...decide(rule, { ...state, packets: each.packets }, each.matches, parting));
    }
  }
  return parts;
}

/** The rule may match some of the packets, whatever stands before it. */
export function mayMatch(rule: FirewallRule, state: ChainState): boolean {
  return divide(rule, state, { follow: true, entered: '', marks: eachMark }).some(({ matches }) => matches);
}

function decide(rule: FirewallRule, part: ChainState, matches: boolean, parting: Parting): readonly Part[] {
  const flags = matchesFlags(rule.tcpFlags, part);
  if (!matches || flags === false) return [{ state: part, matches: false }];
  if (flags === undefined) return bothWays(rule, part, parting);
  return rule.undecided.length === 0 ? [{ state: part, matches: true }] : byShares(flagged(rule), part, parting);
}

/** Packets have one share each, so what rules for the others leave is certain to match the last of them. */
function byShares(rule: FirewallRule, part: ChainState, parting: Parting): readonly Part[] {
  const [inside, outside] = byClassifier(rule, parting.entered, part.shares);
  if (!inside) return [{ state: part, matches: false }];
  if (!outside && asksOneShare(rule)) return [{ state: part, matches: true }];
  const ways = bothWays(rule, part, parting);
  if (ways.length === 1) return ways;
  const left = asksOneShare(rule) ? outside : part.shares;
  return ways.map(({ state, matches }) => ({
    state: { ...state, shares: (matches ? inside : left) ?? part.shares },
    matches,
  }));
}

/** As a rule that asks for no flags, of packets that have them. */
const flagged = derivedOnce((rule: FirewallRule): FirewallRule => ({ ...rule, tcpFlags: [] }));

/** Nobody knows whether the rule matches. */
function bothWays(rule: FirewallRule, part: ChainState, { follow, marks }: Parting): readonly Part[] {
  if (changesNoWay(rule) || marksAlike(rule, part, marks)) {
    return [{ state: { ...part, possibleEffects: [...part.possibleEffects, rule] }, matches: false }];
  }
  const { connectionMark, packetMark } = part;
  const alike = { connectionMark: marks.connection(connectionMark), packetMark: marks.packet(packetMark) };
  const state = { ...part, ...alike, uncertainty: worseUncertainty(part.uncertainty, rule) };
  return follow ? [true, false].map((matches) => ({ state, matches })) : [{ state, matches: false }];
}

/** Rules of which it is not known whether they match say more than those that match some packets for certain. */
function worseUncertainty(known: FirewallRule | undefined, rule: FirewallRule): FirewallRule {
  if (!known || isQuota(known)) return rule;
  return isToldByPackets(known) && !isQuota(rule) ? rule : known;
}

/** A limit: of the packets that a rule means it takes some and leaves others, whichever they are. */
export function isQuota({ undecided, tcpFlags }: FirewallRule): boolean {
  return tcpFlags.length === 0 && undecided.length > 0 && undecided.every((name) => quotas.has(name));
}

/** Each packet tells whether it matches, as it would tell an address: some do, and no class of packets says which. */
export function isToldByPackets({ item, undecided }: FirewallRule): boolean {
  return undecided.every((name) => quotas.has(name) || (inPackets.has(name) && propertyValue(item, name) !== ''));
}

const quotas = wordSet(`
  connection-bytes connection-limit connection-rate dst-limit limit nth per-connection-classifier random
`);

/** What a packet carries, the time at which it comes, and lists whose members come while the device runs. */
const inPackets = wordSet(`
  connection-type content dscp dst-address-list fragment headers hop-limit icmp-options ingress-priority ipv4-options
  layer7-protocol packet-size priority psd src-address-list src-mac-address tcp-mss time tls-host ttl
`);

/** What a rule asks that a flow does not say. */
export function undecidedBy({ undecided, tcpFlags }: FirewallRule): string {
  return [...undecided, ...(tcpFlags.length > 0 ? ['tcp-flags'] : [])].map((name) => `\`${name}\``).join(', ');
}

function divideByEitherPort({ eitherPort: wanted }: FirewallRule, packets: PacketSet) {
  if (!wanted) return [{ packets, matches: true }];
  const bySource = split(packets, { sourcePort: wanted });
  const byDestination = splitAll(bySource.outside, { destinationPort: wanted });
  const inside = [...(bySource.inside ? [bySource.inside] : []), ...byDestination.inside];
  return [
    ...inside.map((part) => ({ packets: part, matches: true })),
    ...byDestination.outside.map((part) => ({ packets: part, matches: false })),
  ];
}

function matchesNames(rule: FirewallRule, state: ChainState): boolean {
  const { inInterface, outInterface } = state;
  return (
    rule.inInterface.every((match) => isNamed(match, inInterface)) &&
    rule.outInterface.every((match) => outInterface !== undefined && isNamed(match, outInterface)) &&
    isNamed(rule.connectionState, state.connectionState) &&
    matchesNatState(rule.connectionNatState, state.natState) &&
    matchesDestinationType(rule.destinationType, state) &&
    isNamed(rule.connectionMark, state.connectionMark) &&
    isNamed(rule.packetMark, state.packetMark) &&
    isNamed(rule.routingMark, state.routingMark)
  );
}

/** Addresses of the device are `local`; whether they are `unicast` too is not described. */
function matchesDestinationType(match: NameMatch | undefined, { isAddressedToDevice, packets }: ChainState): boolean {
  return !match || isNamed(match, isAddressedToDevice ? 'local' : isForGroups(packets) ? 'multicast' : 'unicast');
}

/**
 * The packet that opens a connection has SYN alone, those of an established one ACK; undefined where it depends on the
 * packet: the first answer has both.
 */
function matchesFlags(
  flags: readonly string[],
  { packets, connectionState, isOfBothEnds }: ChainState,
): boolean | undefined {
  if (flags.length === 0) return true;
  const isForged = ofNoPacket.some((together) => together.every((flag) => flags.includes(flag)));
  if (packets.protocol !== 'tcp' || (isOfBothEnds && isForged)) return false;
  if (connectionState === 'new') return flags.every((flag) => flag === 'syn' || /^!(?!syn$)/.test(flag));
  if (connectionState !== 'established') return undefined;
  if (flags.includes('!ack')) return false;
  return flags.every((flag) => flag === 'ack') ? true : undefined;
}

/**
 * Flags that no sender of a connection sets together: SYN and FIN with what they exclude, and no ACK but in the first
 * packet or in a reset. Source: RFC 9293.
 */
const ofNoPacket = ['syn fin', 'syn rst', 'fin rst', 'fin !ack', '!syn !rst !ack'].map((flags) => flags.split(' '));

function matchesNatState(match: NameMatch | undefined, state: ChainState['natState']): boolean {
  const isAsked = (kind: NatState) => (state === kind || state === 'both') && match?.names.has(kind);
  return !match || (isAsked('srcnat') || isAsked('dstnat')) !== match.negated;
}

function apply(rule: FirewallRule, state: ChainState, marks: MarkClasses): ChainState {
  // Ways that are uncertain differ in what matters alone.
  const mark = (kind: MarkKind) => (state.uncertainty ? marks[kind](givenBy(rule, kind)) : givenBy(rule, kind));
  const changed = { ...state, effects: [...state.effects, rule] };
  const marked = { ...changed, marking: [...state.marking, rule] };
  switch (rule.action) {
    case 'mark-connection':
      return hasConnection(state) ? { ...marked, connectionMark: mark('connection') } : state;
    case 'mark-packet':
      return { ...marked, packetMark: mark('packet') };
    case 'mark-routing':
      return { ...changed, routingMark: propertyValue(rule.item, 'new-routing-mark') ?? 'main' };
    case 'fasttrack-connection':
      // The first decides, or the manual's example of TCP in the chip and the rest on the CPU would not work.
      return { ...state, fasttrack: state.fasttrack ?? rule };
    default:
      return unseen.has(rule.action) ? state : changed;
  }
}

/** What tracking leaves alone or finds invalid belongs to no connection: nothing has a mark then, nor a translation. */
export function hasConnection({ connectionState }: Pick<ChainState, 'connectionState'>): boolean {
  return connectionState !== 'untracked' && connectionState !== 'invalid';
}

export function isDenied({ end }: ChainState): boolean {
  return end !== undefined && isDrop(end.action);
}
