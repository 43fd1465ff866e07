// MLAG beside L3 hardware offloading: the two exclude each other.

import { routeInHardware } from '../fix.ts';
import { mlagSettings } from '../mlag.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const mlagWithL3hw = defineRule({
  id: 'l3hw/mlag-with-l3hw',
  cost: 'C',
  summary: 'MLAG and L3 hardware offloading exclude each other',
  why: 'The vendor lists MLAG as not available with L3 offloading. What happens to routed packets is undefined.',
  remedy: 'Switch L3 offloading off on this device and route elsewhere.',

  check: ofRoutingChip(({ chip, network }) =>
    mlagSettings(network).map(({ item, property }) => ({
      subject: item,
      placement: 'unavailable',
      what: 'MLAG does not work together with L3 hardware offloading',
      primary: [property, 'switches MLAG on'],
      fix: ['switch L3 offloading off and route elsewhere', routeInHardware('no', 'switch', chip.switch.name)],
    })),
  ),
});
