// Which routing table the CPU looks a packet up in: its VRF, its mark, or what a routing rule says.

import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { unreadableOf } from '../../model/unreadable.ts';
import { derivedOnce } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { vrfAt } from '../network/vrfs.ts';
import { isEmpty, type PacketSet, prefixInterval, splitAll, subtract, unionOf } from '../packets/space.ts';
import { type Destinations, partition } from './fib.ts';

export interface RoutingChoice {
  readonly packets: PacketSet;
  readonly table: string;
  /** The routing rule that chose; undefined = none matched. */
  readonly by: Item | undefined;
  /** `drop` and `unreachable` rules. */
  readonly dropped: boolean;
  /** The rule asks for something that is not modelled. */
  readonly uncertain: boolean;
}

export const routingRules = derivedOnce(({ config }: Network) =>
  enabledItemsOf(config, '/routing/rule').map((item) => {
    const [source, destination] = [prefixOf(item, 'src-address'), prefixOf(item, 'dst-address')];
    const minPrefix = propertyValue(item, 'min-prefix');
    return {
      item,
      match: {
        family: source?.family ?? destination?.family,
        source: source && [prefixInterval(source)],
        destination: destination && [prefixInterval(destination)],
      },
      // The default route of the table counts as none.
      hidesDefault: minPrefix === '0',
      undecided:
        (minPrefix ?? '0') !== '0' ||
        ['realm', 'chain'].some((name) => propertyValue(item, name) !== undefined) ||
        unreadableOf(item).some((name) => name !== 'comment'),
    };
  }),
);

function prefixOf(item: Item, name: string) {
  return parsePrefix(propertyValue(item, name) ?? '');
}

/** What a lookup starts from. */
export interface Lookup {
  /** Undefined where no rule may ask for it. */
  readonly inInterface?: string | undefined;
  /** The VRF that the packets are in, or `main`. */
  readonly vrf: string;
  /** A routing table's name, or `main`. */
  readonly mark: string;
}

export function lookupFrom(network: Network, inInterface: string, mark: string): Lookup {
  return { inInterface, vrf: vrfAt(network, inInterface), mark };
}

/**
 * Cuts a class by the tables that it is looked up in. In the device's default order the table of the mark goes first
 * and is left where it has no route, then the VRF decides alone, then the rules, of which `lookup` goes on to the next
 * rule where its table has no route, then main. Source: manual, routing-decision, "Routing table lookup".
 */
export function routingChoices(
  network: Network,
  packets: PacketSet,
  { inInterface, vrf, mark }: Lookup,
): readonly RoutingChoice[] {
  const marked = mark === 'main' ? { found: [], rest: [packets] } : lookUpIn(network, mark, packets);
  const choices = marked.found.map((part) => choice(part, mark));
  if (vrf !== 'main') return [...choices, ...marked.rest.map((part) => choice(part, vrf))];
  let left = marked.rest;
  for (const rule of routingRules(network)) {
    if (!matchesNames(rule.item, inInterface, mark)) continue;
    const { inside, outside } = splitAll(left, rule.match);
    const applied = inside.map((part) => applyRule(network, rule, part));
    choices.push(...applied.flatMap(({ chosen }) => chosen));
    left = [...outside, ...(rule.undecided ? inside : applied.flatMap(({ rest }) => rest))];
  }
  return [...choices, ...left.map((part) => choice(part, 'main'))];
}

function choice(packets: PacketSet, table: string): RoutingChoice {
  return { packets, table, by: undefined, dropped: false, uncertain: false };
}

/** The part that the table has routes for, and the part that it does not. */
function lookUpIn(network: Network, table: string, packets: PacketSet, hidesDefault = false) {
  const { routed } = partition(network, table, packets.family, packets.destination);
  // As with `suppress_prefixlength` of Linux, routes that drop are not hidden.
  const isHidden = ({ length, nextHops }: Destinations) =>
    hidesDefault && length === 0 && nextHops.some(({ kind }) => kind !== 'blackhole');
  const found = unionOf(routed.flatMap((group) => (isHidden(group) ? [] : group.set)));
  const rest = subtract(packets.destination, found);
  return {
    found: isEmpty(found) ? [] : [{ ...packets, destination: found }],
    rest: isEmpty(rest) ? [] : [{ ...packets, destination: rest }],
  };
}

function applyRule(
  network: Network,
  { item, hidesDefault, undecided }: ReturnType<typeof routingRules>[number],
  packets: PacketSet,
): { readonly chosen: readonly RoutingChoice[]; readonly rest: readonly PacketSet[] } {
  const action = propertyValue(item, 'action') ?? 'lookup';
  const table = propertyValue(item, 'table') ?? 'main';
  const make = (parts: readonly PacketSet[], dropped: boolean) =>
    parts.map((part) => ({ ...choice(part, table), by: item, dropped, uncertain: undecided }));
  if (action === 'drop' || action === 'unreachable') return { chosen: make([packets], true), rest: [] };
  const { found, rest } = lookUpIn(network, table, packets, hidesDefault);
  const chosen = make(found, false);
  return action === 'lookup' ? { chosen, rest } : { chosen: [...chosen, ...make(rest, true)], rest: [] };
}

function matchesNames(item: Item, inInterface: string | undefined, mark: string): boolean {
  const wantedInterface = propertyValue(item, 'interface');
  if (wantedInterface !== undefined && wantedInterface !== inInterface) return false;
  const wantedMark = propertyValue(item, 'routing-mark');
  return wantedMark === undefined || wantedMark === mark;
}

/** Whether a choice sends packets elsewhere than the table that the chip looks up. */
export function leavesTable(choice: RoutingChoice, table: string): boolean {
  return choice.dropped || choice.table !== table;
}
