// Switch rules that take packets from the chip to the CPU.

import { breadthOf, effectOf, isShadowed } from '../../forwarding/acl/switch-rule-effects.ts';
import type { Network } from '../../forwarding/network/network.ts';
import type { Item } from '../../model/config.ts';
import { type Cost, defineRule } from '../rule.ts';
import { ingressPorts, rulesOfRoutingChip } from '../switch-rules.ts';

export const aclRedirectToCpu = defineRule({
  id: 'acl/acl-redirect-to-cpu',
  cost: 'H',
  summary: 'Packets that a switch rule redirects to the CPU are not forwarded in hardware',
  why: 'The CPU forwards what matches, with firewall and NAT, at its own speed.',
  remedy: 'Narrow the match to what has to meet the CPU.',

  check({ network }) {
    const rules = rulesOfRoutingChip(network);
    return rules.flatMap((item, index) => {
      if (effectOf(item) !== 'redirect-to-cpu' || isShadowed(network, item)) return [];
      const isRest = rules.slice(0, index).some((each) => permitsNetworks(network, each, item));
      const cost = isRest ? 'i' : costOf(network, item);
      return {
        subject: item,
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

/** A service or a port that is off hardware routing anyway is no loss; a network is some; whole ports are much. */
function costOf(network: Network, item: Item): Cost {
  const breadth = breadthOf(item);
  const ports = ingressPorts(network, item);
  const areOff = ports !== undefined && [...ports].every((name) => network.ports.get(name)?.l3Offload === false);
  if (breadth === 'service' || areOff || !network.offload?.l3Offload) return 'i';
  return breadth === 'addresses' ? 'M' : 'H';
}

function describe(cost: Cost): string {
  if (cost === 'i') return 'what these rules match is forwarded by the CPU, as intended';
  return cost === 'M'
    ? 'traffic of whole networks is forwarded by the CPU: a switch rule redirects it'
    : 'all traffic of ports or VLANs is forwarded by the CPU: a switch rule redirects it';
}
