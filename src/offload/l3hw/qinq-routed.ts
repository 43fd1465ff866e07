// Routing of stacked VLANs: a VLAN interface on a VLAN interface of the bridge.

import { routedEnds } from '../../forwarding/ends.ts';
import { legOf } from '../../forwarding/leg.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const qinqRouted = defineRule({
  id: 'l3hw/qinq-routed',
  cost: 'M',
  summary: 'Stacked VLANs are routed by the CPU',
  why: 'The chip routes a single VLAN tag. Packets of a VLAN inside another VLAN go through the CPU.',
  remedy: 'End the outer tag on another device or port, or accept the speed of the CPU.',

  check: ofRoutingChip(({ network }) => {
    const routed = new Set(routedEnds(network, 4).map(({ name }) => name));
    return [...network.vlanInterfaces.values()].flatMap(({ name, item, parent }) => {
      const leg = legOf(network, name, 4);
      if (leg.reason?.cause.code !== 'l3hw/qinq-routed' || !routed.has(name)) return [];
      const outer = network.vlanInterfaces.get(parent);
      return {
        subject: item,
        placement: 'cpu',
        what: 'stacked VLANs are routed by the CPU',
        primary: ['interface', `inside VLAN ${outer?.vid ?? parent}`],
      };
    });
  }),
});
