// Filter rules against DHCP: the DHCP server hears requests before the firewall does.

import { actionOf, isDrop } from '../../forwarding/firewall/firewall.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

const dhcpPorts: ReadonlySet<string> = new Set(['67', '68', '67-68']);

export const dhcpInIpfirewall = defineRule({
  id: 'ops/dhcp-in-ipfirewall',
  cost: 'L',
  datapath: 'input',

  check: aboutEach(itemsIn('/ip/firewall/filter'), (item) => {
    const ports = listValues(propertyValue(item, 'dst-port'));
    const isForDhcp = ports.length > 0 && ports.every((port) => dhcpPorts.has(port));
    if (!isDrop(actionOf(item)) || !isForDhcp || propertyValue(item, 'chain') === 'forward') return [];
    return {
      what: 'filter rules against DHCP hardly see any of it',
      primary: ['dst-port', 'read before the firewall'],
    };
  }),
});
