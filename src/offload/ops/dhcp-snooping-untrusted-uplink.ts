// DHCP snooping without a trusted port: answers of the server are dropped.

import { isYes, propertyValue } from '../../model/config.ts';
import { serversOn } from '../pools.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';

export const dhcpSnoopingUntrustedUplink = defineRule({
  id: 'ops/dhcp-snooping-untrusted-uplink',
  cost: 'H',

  check: aboutEach(bridges, (bridge, { network }) => {
    const isTrusted = bridge.ports.some(({ item }) => isYes(propertyValue(item, 'trusted')));
    if (!isYes(propertyValue(bridge.item, 'dhcp-snooping')) || bridge.ports.length === 0 || isTrusted) return [];
    if (serversOn(network, bridge).length > 0) return []; // Answers come from the device itself.
    return {
      placement: 'dropped',
      what: `clients on \`${bridge.name}\` get no address: no port is trusted to lead to a DHCP server`,
      primary: ['dhcp-snooping', 'drops answers at untrusted ports'],
    };
  }),
});
