// DHCP snooping without a trusted port: answers of the server are dropped.

import { isYes, propertyValue } from '../../model/config.ts';
import { serversOn } from '../pools.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';

export const dhcpSnoopingUntrustedUplink = defineRule({
  id: 'ops/dhcp-snooping-untrusted-uplink',
  cost: 'H',
  summary: 'With DHCP snooping, only trusted ports may lead to a DHCP server',
  why: 'Answers of a server that enter at an untrusted port are dropped, so clients get no address.',
  remedy: 'Set `trusted=yes` on the port that leads to the DHCP server or relay.',

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
