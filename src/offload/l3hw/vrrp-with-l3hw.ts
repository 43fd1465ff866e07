// VRRP beside L3 hardware offloading: the two exclude each other.

import { enabledItemsOf, propertyValue } from '../../model/config.ts';
import { routeInHardware } from '../fix.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const vrrpWithL3hw = defineRule({
  id: 'l3hw/vrrp-with-l3hw',
  cost: 'C',
  summary: 'VRRP and L3 hardware offloading exclude each other',
  why: 'The vendor lists VRRP as not available with L3 offloading. What happens to packets for the virtual address is undefined.',
  remedy: 'Switch L3 offloading off on this device, or do without VRRP: ECMP, OSPF or an anycast gateway.',

  // The vendor names the device, not the ports: wherever it is, the engine calls hardware routing unavailable for it.
  check: ofRoutingChip(({ chip, config, network }) =>
    enabledItemsOf(config, '/interface/vrrp').map((item) => {
      const parent = propertyValue(item, 'interface') ?? '';
      return {
        subject: item,
        affects: [...network.vlanInterfaces.values()].flatMap((vlan) => (vlan.name === parent ? [vlan.item] : [])),
        placement: 'unavailable',
        what: 'VRRP does not work together with L3 hardware offloading',
        primary: ['interface', `virtual router on \`${parent}\``],
        fix: ['switch L3 offloading off, or remove VRRP', routeInHardware('no', 'switch', chip.switch.name)],
      };
    }),
  ),
});
