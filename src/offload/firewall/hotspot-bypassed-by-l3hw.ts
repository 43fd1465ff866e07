// A HotSpot on an interface that the chip routes: clients pass without a login.

import { propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';
import { explainSpared } from '../spared.ts';

export const hotspotBypassedByL3hw = defineRule({
  id: 'firewall/hotspot-bypassed-by-l3hw',
  cost: 'C',
  datapath: 'l3-routing',
  facts: ['l3.vlan-flag'],
  implies: ['fastpath/fp-hotspot'],
  summary: 'Clients of a HotSpot whose interface the chip routes need no login',
  why: 'HotSpot works with rules of the firewall, which packets that the chip routes never meet.',
  remedy: 'Take the interface of the HotSpot off hardware routing.',

  check: ({ network }) =>
    explainSpared(network, 'firewall/hotspot-bypassed-by-l3hw', ({ item }) => ({
      what: 'what the chip routes passes without a login: HotSpot never sees it',
      primary: ['interface', `\`${propertyValue(item, 'interface')}\` is routed in hardware`],
    })),
});
