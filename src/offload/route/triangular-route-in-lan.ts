// A next hop among the hosts of a network: answers take another way than requests.

import { routedEnds } from '../../forwarding/ends.ts';
import type { Network, Route } from '../../forwarding/network.ts';
import { enabledItemsOf, type Item, listValues, propertyValue, withoutProperty } from '../../model/config.ts';
import { matchingOf } from '../firewall-match.ts';
import { label } from '../locations.ts';
import { actionOf, isDropping } from '../policy.ts';
import { defineRule } from '../rule.ts';

export const triangularRouteInLan = defineRule({
  id: 'route/triangular-route-in-lan',
  cost: 'M',
  datapath: 'fasttrack',
  needs: 'configuration',
  facts: [],
  summary: 'A router in the network of the hosts answers them directly, so this device sees one direction only',
  why: 'Hosts send to this device, which hands the packets to the next hop in the same network; the answers do not come back through it. The firewall sees half of each connection: packets count as invalid and are dropped, and FastTrack never applies.',
  remedy: 'Put the next hop into a network of its own, or accept this traffic before invalid packets are dropped.',

  check({ config, network }) {
    const withHosts = new Set(
      enabledItemsOf(config, '/ip/dhcp-server').map((item) => propertyValue(item, 'interface')),
    );
    return network.routes.flatMap((route) => {
      const name = hairpinInterface(route);
      if (name === undefined || !withHosts.has(name)) return [];
      const drop = dropOfInvalid(network, name);
      if (!drop) return [];
      return [
        {
          subject: route.item,
          placement: 'dropped',
          what: 'connections of hosts to networks behind their own router break: the firewall sees half of each',
          primary: label(route.item, 'gateway', `a router among the hosts of \`${name}\``),
          related: [label(drop, 'connection-state', 'drops the half that it sees')],
        },
      ];
    });
  },
});

function hairpinInterface({ origin, prefix, nextHops, table, shadowed }: Route): string | undefined {
  const [hop] = nextHops;
  if (origin !== 'static' || prefix.length === 0 || table !== 'main' || shadowed) return undefined;
  return hop?.kind === 'gateway' ? hop.interface : undefined;
}

/** The rule that drops invalid packets from the interface back to itself, if none before accepts them. */
function dropOfInvalid(network: Network, name: string): Item | undefined {
  const ends = routedEnds(network, 4);
  const bit = 1n << BigInt(ends.findIndex((end) => end.name === name));
  const matching = matchingOf(network, ends, 4);
  for (const item of enabledItemsOf(network.config, '/ip/firewall/filter')) {
    if (propertyValue(item, 'chain') !== 'forward') continue;
    const states = listValues(propertyValue(item, 'connection-state'));
    const match = matching.matchOf(withoutProperty(item, 'connection-state'));
    if ((match.ins & bit) === 0n || (match.outs & bit) === 0n) continue;
    const dropsInvalid = isDropping(item) && (states.length === 0 || states.includes('invalid'));
    if (dropsInvalid && states.length > 0) return item;
    if (
      actionOf(item) === 'accept' &&
      (states.length === 0 || states.includes('invalid')) &&
      (match.allIns & bit) !== 0n
    )
      return undefined;
  }
  return undefined;
}
