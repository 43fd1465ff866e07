// A permanent ARP entry behind a bridge: the chip needs a port, and nobody told it which.

import { hardwareEnds } from '../../forwarding/legs/ends.ts';
import { enabledItemsOf, propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const staticArpOnBridge = defineRule({
  id: 'route/static-arp-on-bridge',
  cost: 'M',
  summary: 'A permanent ARP entry on a bridge or VLAN does not say at which port the host is',
  why: 'The chip needs a port for each host. With a permanent entry the address is never learned from traffic, so the host may be programmed to a wrong port, or not at all.',
  remedy: 'Add a static bridge host entry with the port for the same MAC address, or let ARP learn.',

  check({ config, network }) {
    const ends = new Set(hardwareEnds(network, 4).map(({ name }) => name));
    return enabledItemsOf(config, '/ip/arp').flatMap((item) => {
      const name = propertyValue(item, 'interface') ?? '';
      const kind = network.kindOf(name);
      if (!ends.has(name) || (kind !== 'bridge' && kind !== 'vlan') || hasHostEntry(propertyValue(item, 'mac-address')))
        return [];
      return {
        subject: item,
        placement: 'unknown',
        what: 'hosts with a permanent ARP entry behind a bridge may be missing in the chip, or at the wrong port',
        primary: ['interface', `\`${name}\` has more than one port`],
      };
    });

    function hasHostEntry(mac: string | undefined): boolean {
      return enabledItemsOf(config, '/interface/bridge/host').some(
        (host) => propertyValue(host, 'mac-address')?.toUpperCase() === mac?.toUpperCase(),
      );
    }
  },
});
