// A VRF anywhere stops IP FastPath everywhere.

import { explainStops } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpVrf = defineRule({
  id: 'fastpath/fp-vrf',
  cost: 'H',
  summary: 'IP FastPath works only while there is no VRF',
  why: 'All forwarded packets take the slow path, also those of the main table.',
  remedy: 'Do without VRFs on a router that relies on FastPath, or rely on FastTrack in the main table.',

  check: ({ network }) =>
    explainStops(network, 'fastpath/fp-vrf', ({ property }) => ({
      what: 'IP FastPath is off on the whole device, because there is a VRF',
      primary: [property, 'a VRF'],
    })),
});
