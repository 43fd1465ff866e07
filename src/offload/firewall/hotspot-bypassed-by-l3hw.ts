// A HotSpot on an interface that the chip routes: clients pass without a login.

import { enabledItemsOf, propertyValue } from '../../model/config.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { anywhere, endOfInterface, sparedBetween } from '../spared-feature.ts';

export const hotspotBypassedByL3hw = defineRule({
  id: 'firewall/hotspot-bypassed-by-l3hw',
  cost: 'C',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: ['l3.ecmp-paths', 'l3.fasttrack', 'l3.offload', 'l3.vlan-flag'],
  implies: ['fastpath/fp-hotspot'],
  summary: 'Clients of a HotSpot whose interface the chip routes need no login',
  why: 'HotSpot works with rules of the firewall, which packets that the chip routes never meet.',
  remedy: 'Take the interface of the HotSpot off hardware routing.',

  check({ config, network }) {
    return enabledItemsOf(config, '/ip/hotspot').flatMap((item) => {
      const name = propertyValue(item, 'interface') ?? '';
      if (!network.l3Interfaces.has(name)) return [];
      const path = { from: endOfInterface(network, name), to: anywhere };
      const spared = sparedBetween(network, 'firewall/hotspot-bypassed-by-l3hw', item, path);
      if (!spared) return [];
      const what = 'what the chip routes passes without a login: HotSpot never sees it';
      return [
        { subject: item, ...spared, what, primary: label(item, 'interface', `\`${name}\` is routed in hardware`) },
      ];
    });
  },
});
