// An MTU that the ports below cannot carry.

import type { L3Interface, Network } from '../../forwarding/network.ts';
import { commandFix, word } from '../fix.ts';
import { l2mtuOf, narrowestBelow } from '../l2mtus.ts';
import { label } from '../locations.ts';
import { defineRule, type Finding } from '../rule.ts';

const tagBytes = 4;

export const vlanMtuGtBridge = defineRule({
  id: 'mtu/vlan-mtu-gt-bridge',
  cost: 'M',
  datapath: 'l3-routing',
  summary: 'The MTU of an interface cannot exceed the L2MTU of the ports below it',
  why: 'RouterOS refuses the value with `could not set MTU`, so the interface keeps a smaller one.',
  remedy: 'Raise the L2MTU of all member ports first, then the MTU of the interface.',

  check({ network }) {
    return [...network.l3Interfaces.values()].flatMap((owner) => ofInterface(network, owner));
  },
});

function ofInterface(network: Network, { name, kind, item, mtu }: L3Interface): readonly Finding[] {
  const isSized = (kind === 'vlan' || kind === 'port' || kind === 'bond') && item?.properties.has('mtu');
  const below = isSized ? narrowestBelow(network, name) : undefined;
  if (!item || !below) return [];
  const tag = kind === 'vlan' ? tagBytes : 0;
  if (mtu + tag <= below.most) return [];
  // Without room for the tag alone it is not certain that RouterOS refuses.
  const isCertain = mtu > below.most;
  const ports = (
    network.vlanInterfaces.get(name)?.parentKind === 'bridge'
      ? network.portsBelow(network.vlanInterfaces.get(name)?.parent ?? '')
      : network.portsBelow(name)
  ).filter((port) => (l2mtuOf(port)?.most ?? Number.POSITIVE_INFINITY) < mtu + tag);
  return [
    {
      subject: item,
      placement: 'dropped',
      ...(!isCertain && { cost: 'L' }),
      what: `\`${name}\` does not get its MTU of ${mtu}: ports below it carry less`,
      primary: label(
        item,
        'mtu',
        below.set === undefined
          ? `\`${below.port.name}\` has the factory’s L2MTU`
          : `\`${below.port.name}\` has an L2MTU of ${below.set}`,
      ),
      related: ports.flatMap((port) =>
        port.item?.properties.has('l2mtu') ? [label(port.item, 'l2mtu', 'too small')] : [],
      ),
      fix: commandFix(
        'raise the L2MTU of the ports first',
        ...ports.map((port) => `/interface/ethernet set [find name=${word(port.name)}] l2mtu=${mtu + 22}`),
      ),
    },
  ];
}
