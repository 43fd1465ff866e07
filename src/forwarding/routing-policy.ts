// Which routing table the CPU looks a packet up in: its VRF, its mark, or what a routing rule says.

import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { partition } from './fib.ts';
import { derivedOnce } from './grouping.ts';
import type { Network } from './network.ts';
import { type Box, type BoxMatch, prefixInterval, split } from './space.ts';

export interface RoutingChoice {
  readonly box: Box;
  readonly table: string;
  /** The routing rule that chose; undefined = none matched. */
  readonly by: Item | undefined;
  /** `drop` and `unreachable` rules. */
  readonly dropped: boolean;
  /** Without a route in the table the main table is tried. */
  readonly fallsBack: boolean;
  /** The rule asks for something that is not modelled. */
  readonly doubtful: boolean;
}

interface RoutingRule {
  readonly item: Item;
  readonly match: BoxMatch;
  readonly undecided: boolean;
}

const rules = derivedOnce((network: Network): readonly RoutingRule[] =>
  enabledItemsOf(network.config, '/routing/rule').map((item) => {
    const [source, destination] = [prefixOf(item, 'src-address'), prefixOf(item, 'dst-address')];
    const family = source?.family ?? destination?.family;
    return {
      item,
      match: {
        ...(family && { family }),
        ...(source && { source: [prefixInterval(source)] }),
        ...(destination && { destination: [prefixInterval(destination)] }),
      },
      undecided: ['min-prefix', 'realm', 'chain'].some((name) => propertyValue(item, name) !== undefined),
    };
  }),
);

function prefixOf(item: Item, name: string) {
  const text = propertyValue(item, name);
  return text === undefined ? undefined : parsePrefix(text);
}

/** Cuts a class by the tables that it is looked up in. */
export function routingChoices(
  network: Network,
  box: Box,
  inInterface: string,
  mark: string,
): readonly RoutingChoice[] {
  const vrf = network.l3Interfaces.get(inInterface)?.vrf ?? 'main';
  const choices: RoutingChoice[] = [];
  let left: readonly Box[] = [box];
  for (const rule of rules(network)) {
    if (!matchesNames(rule.item, inInterface, mark)) continue;
    const next: Box[] = [];
    for (const part of left) {
      const { inside, outside } = split(part, rule.match);
      next.push(...outside);
      if (!inside) continue;
      choices.push(choiceOf(rule, inside));
      if (rule.undecided) next.push(inside);
    }
    left = next;
  }
  const table = vrf === 'main' ? mark : vrf;
  const fallsBack = vrf === 'main' && table !== 'main';
  return [
    ...choices,
    ...left.map((part) => ({ box: part, table, by: undefined, dropped: false, fallsBack, doubtful: false })),
  ];
}

function matchesNames(item: Item, inInterface: string, mark: string): boolean {
  const wantedInterface = propertyValue(item, 'interface');
  if (wantedInterface !== undefined && wantedInterface !== inInterface) return false;
  const wantedMark = propertyValue(item, 'routing-mark');
  return wantedMark === undefined || wantedMark === mark;
}

function choiceOf({ item, undecided }: RoutingRule, box: Box): RoutingChoice {
  const action = propertyValue(item, 'action') ?? 'lookup';
  return {
    box,
    table: propertyValue(item, 'table') ?? 'main',
    by: item,
    dropped: action === 'drop' || action === 'unreachable',
    fallsBack: action === 'lookup',
    doubtful: undecided,
  };
}

/** Whether a choice can send packets elsewhere than the main table, which is all that the chip knows. */
export function leavesMain(network: Network, choice: RoutingChoice, table: string): boolean {
  if (choice.dropped) return true;
  if (choice.table === table) return false;
  const { box, fallsBack } = choice;
  return !fallsBack || partition(network, choice.table, box.family, box.destination).routed.length > 0;
}
