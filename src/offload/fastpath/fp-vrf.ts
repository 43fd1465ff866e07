// A VRF anywhere stops IP FastPath everywhere.

import { defineStopRule } from '../fastpath-benefit.ts';

export const fpVrf = defineStopRule({
  id: 'fastpath/fp-vrf',
  cost: 'H',
  summary: 'IP FastPath works only while there is no VRF',
  why: 'All forwarded packets take the slow path, also those of the main table.',
  remedy: 'Do without VRFs on a router that relies on FastPath, or rely on FastTrack in the main table.',

  words: ({ property }) => ({
    what: 'IP FastPath is off on the whole device, because there is a VRF',
    primary: [property, 'a VRF'],
  }),
});
