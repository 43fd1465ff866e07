// VRRP beside L3 hardware offloading: the two exclude each other.

import { propertyValue } from '../../model/config.ts';
import { defineExclusionRule } from '../held.ts';

export const vrrpWithL3hw = defineExclusionRule({
  id: 'l3hw/vrrp-with-l3hw',
  cost: 'C',
  summary: 'VRRP and L3 hardware offloading exclude each other',
  why: 'The vendor lists VRRP as not available with L3 offloading. What happens to packets for the virtual address is undefined.',
  remedy: 'Switch L3 offloading off on this device, or do without VRRP: ECMP, OSPF or an anycast gateway.',

  // The vendor names the device, not the ports.
  feature: 'VRRP',
  fix: 'switch L3 offloading off, or remove VRRP',
  labelOf: (item) => `virtual router on \`${propertyValue(item, 'interface') ?? ''}\``,
});
