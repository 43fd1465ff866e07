// Who answers what policy routing sends out by another interface than `main` would: addresses that the CPU leads there,
// and whose answers the chip may route.

import { derivedPer } from '../../source/grouping.ts';
import { answeringElsewhere } from '../cpu/other-ways.ts';
import { addressesBehind, sendersBehind } from '../legs/behind-ends.ts';
import type { RoutedEnd } from '../legs/ends.ts';
import { pathUncertainties } from '../legs/path-uncertainties.ts';
import type { Network } from '../network/network.ts';
import { type IntervalSet, isEmpty, subtract, unionOf } from '../packets/space.ts';
import { policyTables } from '../routing/fib.ts';
import { type EndGroup, endGroups, type RoutedClass, strandsTo } from './routed-classes.ts';

/** Answers to what opens connections where a class of packets leads, where only policy leads to who sends them. */
export function answeringPolicy(network: Network, routed: RoutedClass, family: 4 | 6): readonly RoutedClass[] {
  const { from, to } = routed;
  const sources = unionOf(from.ends.flatMap((end) => answerersAt(network, end, to, family)));
  return isEmpty(sources) ? [] : [{ ...routed, sources, answersPolicy: true }];
}

/** Behind an end by other tables than its own, and not by the route that the chip has for packets from a group. */
export function answerersAt(network: Network, end: RoutedEnd, to: EndGroup, family: 4 | 6): IntervalSet {
  const led = unionOf(policyTables(network).flatMap((table) => addressesBehind(network, end, family, table)));
  if (isEmpty(led)) return led;
  const source = subtract(subtract(led, sendersBehind(network, end, family)), routedFrom(network, to, family));
  return subtract(source, answeringElsewhere(network, to.first.name, end.name, { family, source }));
}

/** Destinations that the chip may route to, of packets that enter at a group. */
const routedFrom = derivedPer((network: Network, { first }: EndGroup, family: 4 | 6): IntervalSet => {
  const chip = network.offload;
  if (!chip) return [];
  const leaving = endGroups(network, family, 'out').filter((group) =>
    pathUncertainties(network, chip, first, group.first, family),
  );
  const strands = leaving.flatMap((group) => strandsTo(network, chip, group, first.interface.vrf, family));
  return unionOf(strands.flatMap(({ destinations }) => destinations));
});
