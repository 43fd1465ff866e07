// A bridge whose MTU one small port takes away.

import type { BridgePort, PhysicalPort } from '../../forwarding/network/network.ts';
import { setNamed } from '../fix.ts';
import { labelOfSmall } from '../locations.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';

export const bridgeL2mtuMin = defineRule({
  id: 'mtu/bridge-l2mtu-min',
  cost: 'M',

  check: aboutEach(bridges, ({ name, ports }, { network }) => {
    const tight = network.l3Interfaces.get(name)?.tightMtu;
    if (!tight) return [];
    const isAbove = (member: BridgePort, port: PhysicalPort) => network.portsBelow(member.interface).includes(port);
    const small = tight.ports.flatMap((each) =>
      ports.filter((member) => isAbove(member, each.port)).map((member) => ({ ...each, member })),
    );
    return {
      affects: small.map(({ member }) => member.item),
      placement: 'hardware',
      what: `\`${name}\` does not keep its MTU of ${tight.written}: a port has less`,
      primary: ['mtu', 'acts as `auto`'],
      related: small.map(labelOfSmall),
      fix: [
        'raise the L2MTU of the small ports',
        ...small.map(({ port }) => setNamed('/interface/ethernet', port.name, `l2mtu=${tight.written + 22}`)),
      ],
    };
  }),
});
