// Switch rules that take packets from the chip to the CPU.

import type { SwitchRule } from '../../forwarding/acl/acl.ts';
import { breadthOf, effectOf, isShadowed } from '../../forwarding/acl/switch-rule-effects.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { isEmpty, subtract } from '../../forwarding/packets/space.ts';
import { ownAddresses } from '../../forwarding/routing/endpoints.ts';
import type { Item } from '../../model/config.ts';
import { type Cost, defineRule } from '../rule.ts';
import { isOfAskingKey } from '../severity.ts';
import { ingressPorts, routingChipRules } from '../switch-rules.ts';

export const aclRedirectToCpu = defineRule({
  id: 'acl/acl-redirect-to-cpu',
  cost: 'H',

  check({ network }) {
    const rules = routingChipRules(network);
    return rules.flatMap((rule, index) => {
      if (effectOf(rule.item) !== 'redirect-to-cpu' || isShadowed(network, rule.item)) return [];
      const isRest = rules.slice(0, index).some((each) => permitsNetworks(network, each.item, rule.item));
      const cost = isRest || isOfAskingKey(rule.item) ? 'i' : costOf(network, rule);
      return {
        subject: rule.item,
        cost,
        what: isRest ? 'what earlier rules do not permit is forwarded by the CPU, as intended' : describe(cost),
        primary: ['redirect-to-cpu', 'to the CPU'],
      };
    });
  },
});

/** An earlier rule that leaves whole networks of these ports in hardware. */
function permitsNetworks(network: Network, permit: Item, redirect: Item): boolean {
  if (effectOf(permit) !== 'permit' || breadthOf(permit) === 'service') return false;
  const [ports, wanted] = [ingressPorts(network, permit), ingressPorts(network, redirect)];
  return ports === undefined || wanted === undefined || [...wanted].some((name) => ports.has(name));
}

/** What the CPU has to take anyway is no loss, nor is a service; a network is some; whole ports are much. */
function costOf(network: Network, { item, match: { destination, family } }: SwitchRule): Cost {
  const breadth = breadthOf(item);
  const ports = ingressPorts(network, item);
  const areOff = ports !== undefined && [...ports].every((name) => network.ports.get(name)?.l3Offload === false);
  const isForDevice = destination && family && isEmpty(subtract(destination, ownAddresses(network, family)));
  if (breadth === 'service' || isForDevice || areOff || !network.offload?.l3Offload) return 'i';
  return breadth === 'addresses' ? 'M' : 'H';
}

function describe(cost: Cost): string {
  if (cost === 'i') return 'what these rules match is forwarded by the CPU, as intended';
  return cost === 'M'
    ? 'traffic of these addresses is forwarded by the CPU: a switch rule redirects it'
    : 'all traffic of ports or VLANs is forwarded by the CPU: a switch rule redirects it';
}
