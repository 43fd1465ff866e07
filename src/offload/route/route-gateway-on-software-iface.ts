// Routes that leave by an interface which no chip routes: tunnels, PPPoE, wireless, ports that hang on the CPU.

import { legOf } from '../../forwarding/leg.ts';
import type { Network, NextHop, Route } from '../../forwarding/network.ts';
import { sharedNextHops } from '../ecmp.ts';
import { aboutEach, defineRule, routed, routes } from '../rule.ts';

const beyondTheChip: ReadonlySet<string> = new Set([
  'route/route-gateway-on-software-iface',
  'l3hw/non-switch-port-in-l3hw',
  'l2/bond-mode-sw',
  'l2/bond-foreign-slave',
  'l2/bond-too-many-slaves',
  'l2/bp-hw-no',
]);

export const routeGatewayOnSoftwareIface = defineRule({
  id: 'route/route-gateway-on-software-iface',
  cost: 'i',
  summary: 'A route through an interface that the chip does not know goes through the CPU',
  why: 'The chip sends these prefixes to the CPU. Firewall and NAT see them; the speed is that of the CPU.',
  remedy: 'Accept it, or move the uplink to an interface that the chip routes.',

  check: aboutEach(routed(routes), (route, { network }) => {
    if (route.origin === 'connected' || route.shadowed) return [];
    // Of paths that differ another rule speaks.
    const [hop] = route.nextHops;
    if (!hop || !sharedNextHops(network, route).every((each) => isBeyondTheChip(network, route, each))) return [];
    const isStatic = route.origin === 'static';
    return {
      what: 'routes through interfaces that the chip does not know are forwarded by the CPU',
      primary: [isStatic ? 'gateway' : 'interface', `by \`${hop.interface}\`, which the CPU serves`],
    };
  }),
});

function isBeyondTheChip(network: Network, { prefix }: Route, hop: NextHop): boolean {
  if (hop.interface === undefined) return false;
  const leg = legOf(network, hop.interface, prefix.family);
  return leg.reason?.placement === 'cpu' && beyondTheChip.has(leg.reason.cause.code);
}
