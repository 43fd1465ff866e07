// Ports of one VLAN with different L2MTUs: what fits one does not fit the other.

import type { PhysicalPort } from '../../forwarding/network.ts';
import { documented } from '../evidence.ts';
import { jumboFrom, l2mtuOf } from '../l2mtu.ts';
import { label } from '../place.ts';
import { defineRule, type Finding } from '../rule.ts';

export const jumboDropped = defineRule({
  id: 'mtu/jumbo-dropped',
  cost: 'L',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: [],
  summary: 'Frames longer than the L2MTU of a port are dropped there, without an error to the sender',
  why: 'Frames that the larger port takes are dropped at the smaller one. Nobody is told, because there is no ICMP in layer 2.',
  remedy: 'Give all ports of the VLAN the same L2MTU.',
  evidence: [documented('routeros/layer2-misconfiguration', 'frames above the L2MTU are dropped silently')],

  check({ network }) {
    const seen = new Set<PhysicalPort>();
    const findings: Finding[] = [];
    for (const bridge of network.bridges.values()) {
      for (const vid of network.vidsOf(bridge.name)) {
        const { tagged, untagged } = network.members(bridge.name, vid);
        const members = bridge.ports.filter(({ interface: name }) => tagged.has(name) || untagged.has(name));
        const ports = members.flatMap(({ interface: name }) => network.portsBelow(name));
        const largest = ports.reduce((most, port) => Math.max(most, l2mtuOf(port) ?? 0), 0);
        if (largest <= jumboFrom) continue;
        for (const port of ports) {
          const l2mtu = l2mtuOf(port);
          if (l2mtu === undefined || l2mtu >= largest || seen.has(port) || !port.item) continue;
          seen.add(port);
          findings.push({
            subject: port.item,
            placement: 'dropped',
            what: 'frames that other ports of the VLAN take are dropped at ports with a smaller L2MTU',
            primary: label(port.item, 'l2mtu', `other ports of VLAN ${vid} carry ${largest}`),
          });
        }
      }
    }
    return findings;
  },
});
