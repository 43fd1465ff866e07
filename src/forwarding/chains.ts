// Walks classes of packets through firewall chains. A class is cut where a rule matches part of it; where a rule may
// match, both ways are kept and marked as doubtful.

import { propertyValue } from '../model/config.ts';
import {
  type Firewall,
  type FirewallRule,
  isNamed,
  isPassthrough,
  isTerminal,
  type NameMatch,
  type Table,
} from './firewall.ts';
import { type Box, intersect, isEmpty, narrower, split, subtract } from './space.ts';

export interface Passage {
  readonly box: Box;
  readonly inInterface: string;
  /** Undefined before the routing decision. */
  readonly outInterface: string | undefined;
  readonly connectionState: 'new' | 'established' | 'invalid' | 'untracked';
  readonly natState: 'srcnat' | 'dstnat' | undefined;
  /** Packets still carry an address of the device, which its NAT has not replaced yet. */
  readonly isAddressedToDevice: boolean;
  readonly connectionMark: string;
  readonly packetMark: string;
  /** A routing table's name, or `main`. */
  readonly routingMark: string;
  /** The rule that ended the chain; undefined = it ran out, which accepts. */
  readonly end: FirewallRule | undefined;
  /** The FastTrack rule that took the connection. */
  readonly fasttrack: FirewallRule | undefined;
  /** Rules that changed the packet or its marks, in order. */
  readonly effects: readonly FirewallRule[];
  /** The first rule that only may match. */
  readonly doubt: FirewallRule | undefined;
}

export function startPassage(
  start: Pick<Passage, 'box' | 'inInterface' | 'outInterface' | 'connectionState'> &
    Partial<Pick<Passage, 'connectionMark'>>,
): Passage {
  return {
    natState: undefined,
    isAddressedToDevice: false,
    connectionMark: 'no-mark',
    packetMark: 'no-mark',
    routingMark: 'main',
    end: undefined,
    fasttrack: undefined,
    effects: [],
    doubt: undefined,
    ...start,
  };
}

/** Beyond this many open ways, doubtful matches are not followed twice any more: the doubt alone remains. */
const openWaysMax = 64;
const jumpDepthMax = 16;

/** All ways of a class through a chain. */
export function walkChain(firewall: Firewall, table: Table, chain: string, start: Passage): readonly Passage[] {
  return walk(firewall, table, chain, start, 0).map((way) => way.passage);
}

const relevant = narrower<FirewallRule>();

interface Way {
  readonly passage: Passage;
  /** It left the chain by a verdict, rather than by its end or by `return`. */
  readonly ended: boolean;
}

function walk(firewall: Firewall, table: Table, chain: string, start: Passage, depth: number): readonly Way[] {
  const done: Way[] = [];
  let open: readonly Passage[] = [start];
  for (const rule of relevant(firewall.chain(table, chain), start.box.source)) {
    const next: Passage[] = [];
    for (const passage of open) {
      for (const { passage: part, matches } of divide(rule, passage, open.length < openWaysMax)) {
        if (!matches) next.push(part);
        else if (rule.action === 'return') done.push({ passage: part, ended: false });
        else if (rule.action === 'jump' && rule.jumpTarget !== undefined && depth < jumpDepthMax) {
          for (const way of walk(firewall, table, rule.jumpTarget, part, depth + 1)) {
            if (way.ended) done.push(way);
            else next.push(way.passage);
          }
        } else if (isTerminal(table, rule.action)) done.push({ passage: { ...part, end: rule }, ended: true });
        else if (table === 'mangle' && !isPassthrough(rule.item)) {
          done.push({ passage: apply(rule, part), ended: true });
        } else next.push(apply(rule, part));
      }
    }
    open = next;
    if (open.length === 0) break;
  }
  return [...done, ...open.map((passage) => ({ passage, ended: false }))];
}

interface Part {
  readonly passage: Passage;
  readonly matches: boolean;
}

function divide(rule: FirewallRule, passage: Passage, follow: boolean): readonly Part[] {
  if (rule.impossible || !matchesNames(rule, passage)) return [{ passage, matches: false }];
  const { inside, outside } = split(passage.box, rule.match);
  const parts: Part[] = outside.map((box) => ({ passage: { ...passage, box }, matches: false }));
  if (!inside) return parts;
  for (const { box, matches } of divideByEitherPort(rule, inside)) {
    const part = { ...passage, box };
    const flags = matchesFlags(rule.tcpFlags, part);
    if (!matches || flags === false) parts.push({ passage: part, matches: false });
    else if (rule.undecided.length === 0 && flags !== undefined) parts.push({ passage: part, matches: true });
    else if (!isHarmless(rule)) {
      const doubtful = { ...part, doubt: part.doubt ?? rule };
      if (follow) parts.push({ passage: doubtful, matches: true });
      parts.push({ passage: doubtful, matches: false });
    } else parts.push({ passage: part, matches: false });
  }
  return parts;
}

/** Rules that change nothing about where a packet goes, matched or not. */
function isHarmless(rule: FirewallRule): boolean {
  return [
    'log',
    'passthrough',
    'add-src-to-address-list',
    'add-dst-to-address-list',
    'sniff-pc',
    'sniff-tzsp',
  ].includes(rule.action);
}

function divideByEitherPort(rule: FirewallRule, box: Box): readonly { readonly box: Box; readonly matches: boolean }[] {
  const wanted = rule.eitherPort;
  if (!wanted) return [{ box, matches: true }];
  const bySource = split(box, { sourcePort: wanted });
  const parts = bySource.inside ? [{ box: bySource.inside, matches: true }] : [];
  for (const rest of bySource.outside) {
    const both = intersect(rest.destinationPort, wanted);
    const neither = subtract(rest.destinationPort, wanted);
    if (!isEmpty(both)) parts.push({ box: { ...rest, destinationPort: both }, matches: true });
    if (!isEmpty(neither)) parts.push({ box: { ...rest, destinationPort: neither }, matches: false });
  }
  return parts;
}

function matchesNames(rule: FirewallRule, passage: Passage): boolean {
  const { inInterface, outInterface } = passage;
  return (
    rule.inInterface.every((match) => isNamed(match, inInterface)) &&
    rule.outInterface.every((match) => outInterface !== undefined && isNamed(match, outInterface)) &&
    isNamed(rule.connectionState, passage.connectionState) &&
    matchesNatState(rule.connectionNatState, passage.natState) &&
    matchesDestinationType(rule.destinationType, passage) &&
    isNamed(rule.connectionMark, passage.connectionMark) &&
    isNamed(rule.packetMark, passage.packetMark) &&
    isNamed(rule.routingMark, passage.routingMark)
  );
}

/** Addresses of the device are `local`; whether they are `unicast` too is not described. */
function matchesDestinationType(match: NameMatch | undefined, { isAddressedToDevice }: Passage): boolean {
  return isNamed(match, isAddressedToDevice ? 'local' : 'unicast');
}

/**
 * The packet that opens a connection has SYN alone, those of an established one ACK; undefined where it depends on the
 * packet: the first answer has both.
 */
function matchesFlags(flags: readonly string[], { box, connectionState }: Passage): boolean | undefined {
  if (flags.length === 0) return true;
  if (box.protocol !== 'tcp') return false;
  if (connectionState === 'new') return flags.every((flag) => flag === 'syn' || /^!(?!syn$)/.test(flag));
  if (connectionState !== 'established') return undefined;
  if (flags.includes('!ack')) return false;
  return flags.every((flag) => flag === 'ack') ? true : undefined;
}

function matchesNatState(match: NameMatch | undefined, state: Passage['natState']): boolean {
  return !match || (state !== undefined && match.names.has(state)) !== match.negated;
}

function apply(rule: FirewallRule, passage: Passage): Passage {
  const value = (name: string) => propertyValue(rule.item, name);
  switch (rule.action) {
    case 'mark-connection':
      return {
        ...passage,
        connectionMark: value('new-connection-mark') ?? 'no-mark',
        effects: [...passage.effects, rule],
      };
    case 'mark-packet':
      return { ...passage, packetMark: value('new-packet-mark') ?? 'no-mark', effects: [...passage.effects, rule] };
    case 'mark-routing':
      return { ...passage, routingMark: value('new-routing-mark') ?? 'main', effects: [...passage.effects, rule] };
    case 'fasttrack-connection':
      // The first decides, or the manual's example of TCP in the chip and the rest on the CPU would not work.
      return { ...passage, fasttrack: passage.fasttrack ?? rule };
    case 'log':
    case 'passthrough':
    case 'add-src-to-address-list':
    case 'add-dst-to-address-list':
    case 'sniff-pc':
    case 'sniff-tzsp':
      return passage;
    default:
      return { ...passage, effects: [...passage.effects, rule] };
  }
}

export function isDenied({ end }: Passage): boolean {
  return end !== undefined && ['drop', 'reject', 'tarpit'].includes(end.action);
}
