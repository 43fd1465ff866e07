// A neighbour whose MAC address no port has learned: the chip does not know where to send its packets.

import { type Item, itemsOf, propertyValue } from '../../model/config.ts';
import { bridgedEnds } from '../held.ts';
import { defineRule } from '../rule.ts';

export const connectedHostNoFdb = defineRule({
  id: 'route/connected-host-no-fdb',
  cost: 'M',
  needs: 'live',

  check({ config, network }) {
    const learned = new Set(itemsOf(config, '/interface/bridge/host').map((item) => macOf(item)));
    if (learned.size === 0) return []; // The device was not asked.
    const ends = bridgedEnds(network, 4);
    return itemsOf(config, '/ip/arp').flatMap((item) => {
      const name = propertyValue(item, 'interface') ?? '';
      if (!ends.has(name) || item.state?.get('complete') !== 'true') return [];
      if (learned.has(macOf(item))) return [];
      return {
        subject: item,
        what: 'packets to silent hosts stay on the CPU: no port has learned their MAC addresses',
        primary: ['mac-address', `known by ARP on \`${name}\`, at no port`],
      };
    });
  },
});

function macOf(item: Item): string {
  return (propertyValue(item, 'mac-address') ?? '').toUpperCase();
}
