// Where a switch rule meets routed traffic: the ends whose packets it can see.

import { type RoutedEnd, routedEnds } from '../forwarding/ends.ts';
import type { Network } from '../forwarding/network.ts';
import { type Item, propertyValue } from '../model/config.ts';
import { ingressPorts } from './switch-rules.ts';

/** Routed ends whose packets enter at the ports and in the VLAN of the rule. */
export function endsSeenBy(network: Network, rule: Item, family: 4 | 6): readonly RoutedEnd[] {
  const ports = ingressPorts(network, rule);
  const vlan = propertyValue(rule, 'vlan-id');
  const vid = vlan === undefined ? undefined : Number(vlan);
  return routedEnds(network, family).filter(({ name, interface: owner }) => {
    const isInVlan = vid === undefined || network.vlanInterfaces.get(name)?.vid === vid;
    const isAtPort = ports === undefined || owner.ports.some((port) => ports.has(port));
    return isInVlan && isAtPort;
  });
}
