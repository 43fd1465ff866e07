// MLAG beside L3 hardware offloading: the two exclude each other.

import { defineExclusionRule } from '../held.ts';

export const mlagWithL3hw = defineExclusionRule({
  id: 'l3hw/mlag-with-l3hw',
  cost: 'C',
  summary: 'MLAG and L3 hardware offloading exclude each other',
  why: 'The vendor lists MLAG as not available with L3 offloading. What happens to routed packets is undefined.',
  remedy: 'Switch L3 offloading off on this device and route elsewhere.',

  feature: 'MLAG',
  fix: 'switch L3 offloading off and route elsewhere',
  labelOf: () => 'switches MLAG on',
});
