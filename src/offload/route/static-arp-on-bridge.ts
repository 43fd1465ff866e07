// A permanent ARP entry behind a bridge: the chip needs a port, and nobody told it which.

import { enabledItemsOf, familyOfMenu, type Item, propertyValue } from '../../model/config.ts';
import { bridgedEnds } from '../held.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const staticArpOnBridge = defineRule({
  id: 'route/static-arp-on-bridge',
  cost: 'M',

  check: aboutEach(itemsIn('/ip/arp', '/ipv6/neighbor'), (item, { config, network }) => {
    const name = propertyValue(item, 'interface') ?? '';
    const macOf = (each: Item) => propertyValue(each, 'mac-address')?.toUpperCase();
    const isKnown = enabledItemsOf(config, '/interface/bridge/host').some((host) => macOf(host) === macOf(item));
    if (isKnown || !bridgedEnds(network, familyOfMenu(item.menu)).has(name)) return [];
    return {
      placement: 'unknown',
      what: 'hosts with a permanent ARP entry behind a bridge may be missing in the chip, or at the wrong port',
      primary: ['interface', `\`${name}\` has more than one port`],
    };
  }),
});
