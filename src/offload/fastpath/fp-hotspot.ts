// A HotSpot stops IP FastPath.

import { defineStopRule } from '../fastpath-benefit.ts';

export const fpHotspot = defineStopRule({
  id: 'fastpath/fp-hotspot',
  cost: 'H',
  summary: 'IP FastPath works only while no interface has a HotSpot',
  why: 'All forwarded packets take the slow path, also those of other interfaces.',
  remedy: 'Run the HotSpot on a device of its own, or rely on FastTrack.',

  words: ({ property }) => ({
    what: 'IP FastPath is off on the whole device, because there is a HotSpot',
    primary: [property, 'a HotSpot'],
  }),
});
