// A next hop among the hosts of a network: answers take another way than requests.

import { startChain } from '../../forwarding/firewall/chain-state.ts';
import { isDenied, walkChain } from '../../forwarding/firewall/chains.ts';
import { firewallOf } from '../../forwarding/firewall/firewall.ts';
import { networksAmong } from '../../forwarding/network/addresses.ts';
import type { Network, Route } from '../../forwarding/network/network.ts';
import { packetsBetween, prefixInterval } from '../../forwarding/packets/space.ts';
import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const triangularRouteInLan = defineRule({
  id: 'route/triangular-route-in-lan',
  cost: 'M',
  datapath: 'fasttrack',

  check({ config, network }) {
    const withHosts = new Set(
      enabledItemsOf(config, '/ip/dhcp-server').map((item) => propertyValue(item, 'interface')),
    );
    return network.routes.flatMap((route) => {
      const name = hairpinInterface(route);
      if (name === undefined || !withHosts.has(name)) return [];
      const drop = dropOfHalf(network, route, name);
      if (!drop) return [];
      return {
        subject: route.item,
        placement: 'dropped',
        what: 'connections of hosts to networks behind their own router break: the firewall sees half of each',
        primary: ['gateway', `a router among the hosts of \`${name}\``],
        related: [[drop, 'connection-state', 'drops the half that it sees']],
      };
    });
  },
});

function hairpinInterface({ origin, prefix, nextHops, table, shadowed }: Route): string | undefined {
  const [hop] = nextHops;
  if (origin !== 'static' || prefix.length === 0 || table !== 'main' || shadowed) return undefined;
  return hop?.kind === 'gateway' ? hop.interface : undefined;
}

/** The rule that drops what the firewall takes for half of a connection, between the hosts and the route. */
function dropOfHalf(network: Network, { prefix }: Route, name: string): Item | undefined {
  const firewall = firewallOf(network, prefix.family);
  const source = networksAmong(network.l3Interfaces.get(name)?.addresses ?? [], prefix.family);
  const packets = packetsBetween(prefix.family, 'tcp', { source, destination: [prefixInterval(prefix)] });
  const start = startChain({ packets, inInterface: name, connectionState: 'invalid' });
  const drops = walkChain(firewall, 'raw', 'prerouting', start).flatMap((raw) => {
    if (isDenied(raw)) return [];
    const isUntracked = raw.effects.some(({ action }) => action === 'notrack');
    const connectionState = isUntracked ? ('untracked' as const) : raw.connectionState;
    const onward = { ...raw, end: undefined, effects: [], outInterface: name, connectionState };
    return walkChain(firewall, 'filter', 'forward', onward).flatMap((state) =>
      isDenied(state) && state.end?.connectionState ? [state.end.item] : [],
    );
  });
  return drops[0];
}
