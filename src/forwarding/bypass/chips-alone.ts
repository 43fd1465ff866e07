// Ends between which the chip forwards everything, whatever it is: the CPU sees none of it.

import { computeIfAbsent, derivedPer } from '../../source/grouping.ts';
import { sendingAt } from '../acl/entering-tables.ts';
import { asksAt, serverRules } from '../firewall/destination-nat.ts';
import { pathUncertainties, type RoutedEnd } from '../legs/ends.ts';
import type { ChipState, Network } from '../network/network.ts';
import { isEmpty, subtract } from '../packets/space.ts';
import { behindGroup, chipRoutesTo, type EndGroup } from './routed-classes.ts';

/** Either way between two groups of a family's ends; false where nobody can be sure. */
export function isChipsAlone(network: Network, family: 4 | 6, from: EndGroup, to: EndGroup): boolean {
  const chip = network.offload;
  if (!chip?.l3Offload) return false;
  return (
    [from, to].every((group) => isLeftAlone(network, chip, family, group)) &&
    from.first.interface.vrf === to.first.interface.vrf &&
    [[from, to] as const, [to, from] as const].every(([enters, leaves]) =>
      computeIfAbsent(pathsFrom(network, family, enters.traits), leaves.traits, () =>
        isInChip(network, chip, family, enters.first, leaves.first),
      ),
    )
  );
}

/** By what the ends are by themselves. */
const pathsFrom = derivedPer((_: Network, _family: 4 | 6, _traits: string) => new Map<string, boolean>());

function isInChip(network: Network, chip: ChipState, family: 4 | 6, from: RoutedEnd, to: RoutedEnd): boolean {
  const isFlagged = [from, to].some(({ leg }) => leg.off.length > 0);
  return !isFlagged && pathUncertainties(network, chip, from, to, family)?.length === 0;
}

/** No rule takes what enters there elsewhere, and the chip has all routes that lead there. */
const isLeftAlone = derivedPer((network: Network, chip: ChipState, family: 4 | 6, group: EndGroup): boolean => {
  const { first, ends } = group;
  const table = first.interface.vrf;
  const [routes, ...others] = chipRoutesTo(network, chip, group, table, family);
  const isRouted =
    routes &&
    !routes.reason &&
    others.length === 0 &&
    isEmpty(subtract(behindGroup(network, group, family, table), routes.destinations));
  if (!isRouted || ends.some((end) => serverRules(network, family).some((each) => asksAt(each, end)))) return false;
  return ends.every(({ name }) => sendingAt(network, name).length === 0);
});
