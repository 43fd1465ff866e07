// An MTU that the ports below cannot carry.

import { mtuNotKept } from '../../forwarding/cpu/neighbour.ts';
import type { L3Interface } from '../../forwarding/network/network.ts';
import { setNamed } from '../fix.ts';
import { defineRule, type Findings, l3Interfaces, ofEach } from '../rule.ts';

export const vlanMtuGtBridge = defineRule({
  id: 'mtu/vlan-mtu-gt-bridge',
  cost: 'M',

  check: ofEach(l3Interfaces, ofInterface),
});

function ofInterface(owner: L3Interface): Findings {
  const { kind, item, tightMtu } = owner;
  const [narrowest] = tightMtu?.ports ?? [];
  if (kind === 'bridge' || !item || !tightMtu || !narrowest) return [];
  const { written, isRefused, ports } = tightMtu;
  return {
    subject: item,
    placement: 'hardware',
    ...(!isRefused && { cost: 'L' }),
    what: mtuNotKept(owner, tightMtu),
    primary: [
      'mtu',
      narrowest.set === undefined
        ? `\`${narrowest.port.name}\` has the factory’s L2MTU`
        : `\`${narrowest.port.name}\` has an L2MTU of ${narrowest.set}`,
    ],
    related: ports.flatMap(({ port }) =>
      port.item?.properties.has('l2mtu') ? [[port.item, 'l2mtu', 'too small']] : [],
    ),
    fix: [
      kind === 'port' ? 'raise its L2MTU' : 'raise the L2MTU of the ports below it',
      ...ports.map(({ port }) => setNamed('/interface/ethernet', port.name, `l2mtu=${written + 22}`)),
    ],
  };
}
