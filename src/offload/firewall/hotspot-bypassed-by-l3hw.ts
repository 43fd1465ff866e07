// A HotSpot on an interface that the chip routes: clients pass without a login.

import { propertyValue } from '../../model/config.ts';
import { defineSparedRule } from '../spared.ts';

export const hotspotBypassedByL3hw = defineSparedRule({
  id: 'firewall/hotspot-bypassed-by-l3hw',
  cost: 'C',
  facts: ['l3.vlan-flag'],
  implies: ['fastpath/fp-hotspot'],
  summary: 'Clients of a HotSpot whose interface the chip routes need no login',
  why: 'HotSpot works with rules of the firewall, which packets that the chip routes never meet.',
  remedy: 'Take the interface of the HotSpot off hardware routing.',

  words: ({ item }) => ({
    what: 'what the chip routes passes without a login: HotSpot never sees it',
    primary: ['interface', `\`${propertyValue(item, 'interface')}\` is routed in hardware`],
  }),
});
