// A HotSpot stops IP FastPath.

import { enabledItemsOf } from '../../model/config.ts';
import { fastpathBenefit, fastpathCost } from '../fastpath-benefit.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const fpHotspot = defineRule({
  id: 'fastpath/fp-hotspot',
  cost: 'H',
  datapath: 'l3-routing',
  summary: 'IP FastPath works only while no interface has a HotSpot',
  why: 'All forwarded packets take the slow path, also those of other interfaces.',
  remedy: 'Run the HotSpot on a device of its own, or rely on FastTrack.',

  check({ config, network }) {
    const benefit = fastpathBenefit(network);
    if (benefit === 'none') return [];
    return enabledItemsOf(config, '/ip/hotspot').map((item) => ({
      subject: item,
      placement: 'cpu' as const,
      cost: fastpathCost(benefit),
      what: 'IP FastPath is off on the whole device, because there is a HotSpot',
      primary: label(item, 'interface', 'a HotSpot'),
    }));
  },
});
