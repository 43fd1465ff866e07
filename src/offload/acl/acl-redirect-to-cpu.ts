// Switch rules that take packets from the chip to the CPU.

import type { Network } from '../../forwarding/network.ts';
import type { Item } from '../../model/config.ts';
import { label } from '../locations.ts';
import { type Cost, defineRule } from '../rule.ts';
import { breadthOf, effectOf, ingressPorts, rulesOfRoutingChip } from '../switch-rules.ts';

export const aclRedirectToCpu = defineRule({
  id: 'acl/acl-redirect-to-cpu',
  cost: 'H',
  datapath: 'acl',
  needs: 'configuration',
  facts: [],
  summary: 'Packets that a switch rule redirects to the CPU are not forwarded in hardware',
  why: 'The CPU forwards what matches, with firewall and NAT, at its own speed.',
  remedy: 'Narrow the match to what has to meet the CPU.',

  check({ network }) {
    return rulesOfRoutingChip(network).flatMap((item) => {
      if (effectOf(item) !== 'redirect-to-cpu') return [];
      const cost = costOf(network, item);
      return [
        {
          subject: item,
          placement: 'cpu',
          cost,
          what: cost === 'i' ? 'what these rules match is forwarded by the CPU, as intended' : describe(cost),
          primary: label(item, 'redirect-to-cpu', 'to the CPU'),
        },
      ];
    });
  },
});

/** A service or a port that is off hardware routing anyway is no loss; a network is some; whole ports are much. */
function costOf(network: Network, item: Item): Cost {
  const breadth = breadthOf(item);
  const ports = ingressPorts(network, item);
  const areOff = ports !== undefined && [...ports].every((name) => network.ports.get(name)?.l3Offload === false);
  if (breadth === 'service' || areOff || !network.offload?.l3Offload) return 'i';
  return breadth === 'addresses' ? 'M' : 'H';
}

function describe(cost: Cost): string {
  return cost === 'M'
    ? 'traffic of whole networks is forwarded by the CPU: a switch rule redirects it'
    : 'all traffic of ports or VLANs is forwarded by the CPU: a switch rule redirects it';
}
