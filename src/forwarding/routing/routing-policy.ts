// Which routing table the CPU looks a packet up in: its VRF, its mark, or what a routing rule says.

import { enabledItemsOf, type Item, listValues, propertyValue, settingOf } from '../../model/config.ts';
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
  /** Packets for the device itself are not looked up there: it has taken them before. */
  readonly isBehindLocal: boolean;
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
        propertyValue(item, 'realm') !== undefined ||
        unreadableOf(item).some((name) => name !== 'comment'),
    };
  }),
);

type RoutingRule = ReturnType<typeof routingRules>[number];

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

/** What decides where packets go, one after the other; the names are those of `policy-rules`. */
const usualOrder = ['mangle', 'vrf-lookup', 'vrf-unreach', 'local', 'user', 'main'];

/**
 * Rules stand behind the decision that their chain is named after. Before `policy-rules` the decisions themselves were
 * rows, and one for mangle that is written down was moved there. Source: manual, routing-decision, "Routing table
 * lookup"; moving-from-rosv6-to-rosv7, "Use of Routing Tables and Policy Routing".
 */
const decisions = derivedOnce((network: Network): readonly (string | RoutingRule)[] => {
  const rules = routingRules(network);
  const isMoved = rules.some(({ item }) => propertyValue(item, 'action') === 'mangle');
  const written = settingOf(network.config, '/routing/settings', 'policy-rules');
  const order = written ? listValues(written.value) : usualOrder;
  const isLocal = ({ item }: RoutingRule) => propertyValue(item, 'table') === 'local';
  const rows = new Set(isMoved ? ['mangle', ...(rules.some(isLocal) ? ['local'] : [])] : []);
  return order.flatMap((name) => [
    ...(rows.has(name) ? [] : [name]),
    ...rules
      .filter(({ item }) => (propertyValue(item, 'chain') ?? 'user') === name)
      .map((rule) => (propertyValue(rule.item, 'action') === 'mangle' ? 'mangle' : isLocal(rule) ? 'local' : rule)),
  ]);
});

/**
 * Cuts a class by the tables that it is looked up in. The table of the mark is left where it has no route; the VRF
 * decides alone; a `lookup` rule goes on to the next one where its table has no route; the last is main.
 */
export function routingChoices(
  network: Network,
  packets: PacketSet,
  { inInterface, vrf, mark }: Lookup,
): readonly RoutingChoice[] {
  const choices: RoutingChoice[] = [];
  let left: readonly PacketSet[] = [packets];
  let isBehindLocal = false;
  for (const decision of decisions(network)) {
    if (decision === 'local') isBehindLocal = true;
    if (decision === 'mangle' && mark !== 'main') {
      const marked = left.map((part) => lookUpIn(network, mark, part));
      choices.push(...marked.flatMap(({ found }) => found.map((part) => choice(part, mark, isBehindLocal))));
      left = marked.flatMap(({ rest }) => rest);
    }
    if (decision === 'vrf-lookup' && vrf !== 'main') return [...choices, ...left.map((part) => choice(part, vrf))];
    if (typeof decision === 'string' || !matchesNames(decision.item, inInterface, mark)) continue;
    const { inside, outside } = splitAll(left, decision.match);
    const applied = inside.map((part) => applyRule(network, decision, part));
    choices.push(...applied.flatMap(({ chosen }) => chosen.map((each) => ({ ...each, isBehindLocal }))));
    left = [...outside, ...(decision.undecided ? inside : applied.flatMap(({ rest }) => rest))];
  }
  return [...choices, ...left.map((part) => choice(part, 'main'))];
}

function choice(packets: PacketSet, table: string, isBehindLocal = true): RoutingChoice {
  return { packets, table, by: undefined, dropped: false, isBehindLocal, uncertain: false };
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
  { item, hidesDefault, undecided }: RoutingRule,
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
