// A permanent ARP entry behind a bridge: the chip needs a port, and nobody told it which.

import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { bridgedEnds } from '../held.ts';
import { defineRule } from '../rule.ts';

export const staticArpOnBridge = defineRule({
  id: 'route/static-arp-on-bridge',
  cost: 'M',
  summary: 'A permanent ARP entry on a bridge or VLAN does not say at which port the host is',
  why: 'The chip needs a port for each host. With a permanent entry the address is never learned from traffic, so the host may be programmed to a wrong port, or not at all.',
  remedy: 'Add a static bridge host entry with the port for the same MAC address, or let ARP learn.',

  check({ config, network }) {
    const ends = bridgedEnds(network);
    const macOf = (item: Item) => propertyValue(item, 'mac-address')?.toUpperCase();
    const known = new Set(enabledItemsOf(config, '/interface/bridge/host').map(macOf));
    return enabledItemsOf(config, '/ip/arp').flatMap((item) => {
      const name = propertyValue(item, 'interface') ?? '';
      if (!ends.has(name) || known.has(macOf(item))) return [];
      return {
        subject: item,
        placement: 'unknown',
        what: 'hosts with a permanent ARP entry behind a bridge may be missing in the chip, or at the wrong port',
        primary: ['interface', `\`${name}\` has more than one port`],
      };
    });
  },
});
