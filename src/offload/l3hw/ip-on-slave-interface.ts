// Layer 3 on a port that belongs to a bridge or a bond.

import { masterOf } from '../../forwarding/network/masters.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { propertyValue } from '../../model/config.ts';
import { replaceValue } from '../fix.ts';
import { aboutEach, defineRule, rowsOf } from '../rule.ts';

/** What is off until it is switched on: its rows say so. */
const startsOff: ReadonlySet<string> = new Set(['/interface/pppoe-client', '/interface/pppoe-server/server']);

const rows = rowsOf(
  ['/ip/address', 'an address'],
  ['/ipv6/address', 'an address'],
  ['/ip/dhcp-client', 'a DHCP client'],
  ['/ip/dhcp-server', 'a DHCP server'],
  ['/ipv6/dhcp-client', 'a DHCP client'],
  ['/interface/pppoe-client', 'a PPPoE client'],
  ['/interface/pppoe-server/server', 'a PPPoE server'],
);

/** The bridge routes for its port. */
const ofBridge = {
  placement: 'hardware',
  why: 'RouterOS has the address on the bridge, whatever the row says. Rules, lists and servers that name the port do not mean it.',
} as const;

function layer3(network: Network) {
  return rows(network).filter(([item]) => !startsOff.has(item.menu) || propertyValue(item, 'disabled') === 'no');
}

export const ipOnSlaveInterface = defineRule({
  id: 'l3hw/ip-on-slave-interface',
  cost: 'H',

  check: aboutEach(layer3, ([item, what], { network }) => {
    const name = propertyValue(item, 'interface') ?? '';
    const master = masterOf(network, name);
    if (!master) return [];
    const isOfBridge = item.menu.endsWith('/address') && master.property === 'bridge';
    return {
      ...(isOfBridge ? ofBridge : { placement: 'dropped' }),
      what: `${what} on ports of \`${master.name}\` ${isOfBridge ? 'is one of the bridge' : 'does not work'}`,
      primary: ['interface', `\`${name}\` belongs to \`${master.name}\``],
      related: [[master.item, master.property, 'the membership']],
      fix: replaceValue(item, 'interface', master.name, `move it to \`${master.name}\` or one of its VLAN interfaces`),
    };
  }),
});
