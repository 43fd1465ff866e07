// MACVLAN interfaces: a second MAC address on a port, which the chip does not know.

import { reachReason } from '../../forwarding/legs/l3-leg.ts';
import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

export const macvlanOnPort = defineRule({
  id: 'l2/macvlan-on-port',
  cost: 'M',
  datapath: 'l3-routing',

  check: aboutEach(itemsIn('/interface/macvlan', '/interface/vlan'), (item, { network }) => {
    const stop = reachReason(network, propertyValue(item, 'name') ?? '');
    if (stop?.cause.code === 'l2/macvlan-on-port') {
      const what = 'MACVLAN interfaces on ports of a bridge or bond, and VLANs on them, are not supported';
      const why = 'What is routed over such an interface may get nowhere.';
      return { placement: stop.placement, isCertainOfSome: true, what, why, primary: ['interface', stop.cause.text] };
    }
    const chip = network.offload?.l3Offload ? network.offload.switch : undefined;
    const below = network.portsBelow(propertyValue(item, 'interface') ?? '');
    if (item.menu !== '/interface/macvlan' || !below.some((port) => chip && port.switch === chip)) return [];
    const prefix = chip?.fact('l3.mac-prefix');
    return {
      what: 'packets of MACVLAN interfaces are forwarded by the CPU',
      primary: ['interface', 'a second MAC address on a port of the chip'],
      ...(prefix?.value && {
        evidence: [prefix.says('MAC addresses of routed interfaces have to share their first five octets')],
      }),
    };
  }),
});
