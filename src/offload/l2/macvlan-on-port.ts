// MACVLAN interfaces on ports of the chip that routes.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, itemsIn, routed } from '../rule.ts';

export const macvlanOnPort = defineRule({
  id: 'l2/macvlan-on-port',
  cost: 'M',
  datapath: 'l3-routing',
  facts: ['l3.mac-prefix'],
  summary: 'A MACVLAN interface is served by the CPU',
  why: 'The chip does not know the second MAC address, so what is routed over this interface passes the CPU.',
  remedy: 'Put the address on the port or on a VLAN of the bridge.',

  check: aboutEach(routed(itemsIn('/interface/macvlan')), (item, { network }) => {
    const chip = network.offload?.switch;
    const prefix = chip?.fact('l3.mac-prefix');
    const below = network.portsBelow(propertyValue(item, 'interface') ?? '');
    if (!below.some((port) => port.switch === chip)) return [];
    return {
      what: 'packets of MACVLAN interfaces are forwarded by the CPU',
      primary: ['interface', 'a second MAC address on a port of the chip'],
      ...(prefix?.value && {
        evidence: [prefix.says('MAC addresses of routed interfaces have to share their first five octets')],
      }),
    };
  }),
});
