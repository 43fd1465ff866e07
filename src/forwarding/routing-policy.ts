// Which routing table the CPU looks a packet up in: its VRF, its mark, or what a routing rule says.

import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { partition } from './fib.ts';
import { derivedOnce } from './grouping.ts';
import type { Network } from './network.ts';
import { type Box, type BoxMatch, isEmpty, prefixInterval, split, subtract, unionOf } from './space.ts';

export interface RoutingChoice {
  readonly box: Box;
  readonly table: string;
  /** The routing rule that chose; undefined = none matched. */
  readonly by: Item | undefined;
  /** `drop` and `unreachable` rules. */
  readonly dropped: boolean;
  /** The rule asks for something that is not modelled. */
  readonly doubtful: boolean;
}

interface RoutingRule {
  readonly item: Item;
  readonly match: BoxMatch;
  /** `min-prefix=0`: the default route of the table counts as none. */
  readonly hidesDefault: boolean;
  readonly undecided: boolean;
}

const rules = derivedOnce((network: Network): readonly RoutingRule[] =>
  enabledItemsOf(network.config, '/routing/rule').map((item) => {
    const [source, destination] = [prefixOf(item, 'src-address'), prefixOf(item, 'dst-address')];
    const family = source?.family ?? destination?.family;
    const minPrefix = propertyValue(item, 'min-prefix');
    return {
      item,
      match: {
        ...(family && { family }),
        ...(source && { source: [prefixInterval(source)] }),
        ...(destination && { destination: [prefixInterval(destination)] }),
      },
      hidesDefault: minPrefix === '0',
      undecided:
        (minPrefix ?? '0') !== '0' || ['realm', 'chain'].some((name) => propertyValue(item, name) !== undefined),
    };
  }),
);

function prefixOf(item: Item, name: string) {
  const text = propertyValue(item, name);
  return text === undefined ? undefined : parsePrefix(text);
}

/** What a lookup starts from. */
export interface Lookup {
  /** Undefined where no rule may ask for it. */
  readonly inInterface?: string;
  /** The VRF that the packets are in, or `main`. */
  readonly vrf: string;
  /** A routing table's name, or `main`. */
  readonly mark: string;
}

export function lookupFrom(network: Network, inInterface: string, mark: string): Lookup {
  return { inInterface, vrf: network.l3Interfaces.get(inInterface)?.vrf ?? 'main', mark };
}

/**
 * Cuts a class by the tables that it is looked up in. In the device's default order the table of the mark goes first
 * and is left where it has no route, then the VRF decides alone, then the rules, of which `lookup` goes on to the next
 * rule where its table has no route, then main. Source: manual, routing-decision, "Routing table lookup".
 */
export function routingChoices(
  network: Network,
  box: Box,
  { inInterface, vrf, mark }: Lookup,
): readonly RoutingChoice[] {
  const marked = mark === 'main' ? { found: [], rest: [box] } : lookUpIn(network, mark, box);
  const choices = marked.found.map((part): RoutingChoice => choice(part, mark));
  if (vrf !== 'main') return [...choices, ...marked.rest.map((part) => choice(part, vrf))];
  let left = marked.rest;
  for (const rule of rules(network)) {
    if (!matchesNames(rule.item, inInterface, mark)) continue;
    const next: Box[] = [];
    for (const part of left) {
      const { inside, outside } = split(part, rule.match);
      next.push(...outside);
      if (!inside) continue;
      const { chosen, rest } = applyRule(network, rule, inside);
      choices.push(...chosen);
      next.push(...(rule.undecided ? [inside] : rest));
    }
    left = next;
  }
  return [...choices, ...left.map((part) => choice(part, 'main'))];
}

function choice(box: Box, table: string): RoutingChoice {
  return { box, table, by: undefined, dropped: false, doubtful: false };
}

interface Found {
  readonly found: readonly Box[];
  readonly rest: readonly Box[];
}

/** The part that the table has routes for, and the part that it does not. */
function lookUpIn(network: Network, table: string, box: Box, hidesDefault = false): Found {
  const { routed } = partition(network, table, box.family, box.destination);
  const found = unionOf(routed.flatMap(({ set, length }) => (hidesDefault && length === 0 ? [] : set)));
  const rest = subtract(box.destination, found);
  return {
    found: isEmpty(found) ? [] : [{ ...box, destination: found }],
    rest: isEmpty(rest) ? [] : [{ ...box, destination: rest }],
  };
}

function applyRule(
  network: Network,
  { item, hidesDefault, undecided }: RoutingRule,
  box: Box,
): { readonly chosen: readonly RoutingChoice[]; readonly rest: readonly Box[] } {
  const action = propertyValue(item, 'action') ?? 'lookup';
  const table = propertyValue(item, 'table') ?? 'main';
  const make = (part: Box, dropped = false): RoutingChoice => ({
    box: part,
    table,
    by: item,
    dropped,
    doubtful: undecided,
  });
  if (action === 'drop' || action === 'unreachable') return { chosen: [make(box, true)], rest: [] };
  const { found, rest } = lookUpIn(network, table, box, hidesDefault);
  const chosen = found.map((part) => make(part));
  return action === 'lookup'
    ? { chosen, rest }
    : { chosen: [...chosen, ...rest.map((part) => make(part, true))], rest: [] };
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
