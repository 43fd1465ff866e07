// A HotSpot stops IP FastPath.

import { explainStops } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpHotspot = defineRule({
  id: 'fastpath/fp-hotspot',
  cost: 'H',
  summary: 'IP FastPath works only while no interface has a HotSpot',
  why: 'All forwarded packets take the slow path, also those of other interfaces.',
  remedy: 'Run the HotSpot on a device of its own, or rely on FastTrack.',

  check: ({ network }) =>
    explainStops(network, 'fastpath/fp-hotspot', ({ property }) => ({
      what: 'IP FastPath is off on the whole device, because there is a HotSpot',
      primary: [property, 'a HotSpot'],
    })),
});
