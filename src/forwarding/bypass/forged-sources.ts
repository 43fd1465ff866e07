// Filters that are there for forged sources: nobody who is where the configuration puts him sends what they drop, and
// what the chip routes never meets them.

import { families } from '../../model/prefix.ts';
import { derivedOnce, firstOfEach } from '../../source/grouping.ts';
import { passesSwitchRules, protocolsIn } from '../acl/entering-tables.ts';
import { type FirewallRule, firewallOf, isDrop, isNamed } from '../firewall/firewall.ts';
import type { Network } from '../network/network.ts';
import { packetsBetween, subtract } from '../packets/space.ts';
import { unicast } from '../routing/endpoints.ts';
import { sparedPolicies } from './bypass.ts';
import { type EndGroup, endsOf, type RoutedClass, routedClasses } from './routed-classes.ts';
import { allSpared, type Unseen } from './spared.ts';

/** Each filter once, with a path on which forged packets miss it, but none that packets of somebody's own miss too. */
export const allForged = derivedOnce((network: Network): readonly Unseen[] => {
  const known = new Set(allSpared(network).map(({ item }) => item));
  return families.flatMap((family) => {
    const filters = filtersBySource(network, family).filter(({ item }) => !known.has(item));
    if (filters.length === 0) return [];
    const meant = new Set(filters.map(({ item }) => item));
    const isAsked = ({ first: { name } }: EndGroup) =>
      filters.some(({ inInterface }) => inInterface.every((each) => isNamed(each, name)));
    const classes = [...routedClasses(network, family, isAsked)].filter(
      ({ uncertainties }) => uncertainties.length === 0,
    );
    const past = classes.flatMap((each) => forgedIn(network, each, family));
    return firstOfEach(
      past.filter(({ item }) => meant.has(item)),
      ({ item }) => item,
    );
  });
});

/** Filters that ask by which interface packets with some source enter. */
function filtersBySource(network: Network, family: 4 | 6): readonly FirewallRule[] {
  const firewall = firewallOf(network, family);
  return [...firewall.all('raw'), ...firewall.all('filter')].filter(
    ({ action, match, inInterface }) => isDrop(action) && match.source !== undefined && inInterface.length > 0,
  );
}

function forgedIn(network: Network, routed: RoutedClass, family: 4 | 6): readonly Unseen[] {
  const [from, to] = endsOf(routed);
  if (from === to) return [];
  const { sources, destinations: destination, table } = routed;
  const source = subtract(unicast[family], sources);
  return protocolsIn(network, family).flatMap((protocol) => {
    const packets = packetsBetween(family, protocol, { source, destination });
    const path = { packets, inInterface: from.name, outInterface: to.name, table, opens: true, oneWay: true };
    return sparedPolicies(network, path).missed.flatMap(({ item, reason: { placement, cause }, packets: forged }) => {
      const isCertain = placement === 'unpredictable' && passesSwitchRules(network, from.name, forged) === 'always';
      return isCertain ? [{ item, cause, from, to }] : [];
    });
  });
}
