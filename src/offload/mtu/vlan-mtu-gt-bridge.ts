// A VLAN interface whose MTU the ports of its bridge cannot carry.

import { propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { commandFix, word } from '../fix.ts';
import { l2mtuOf, tagBytes, tooSmallFor } from '../l2mtu.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';

export const vlanMtuGtBridge = defineRule({
  id: 'mtu/vlan-mtu-gt-bridge',
  cost: 'M',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: [],
  summary: 'The L2MTU of every port of the bridge has to carry the MTU of its VLAN interfaces and a tag',
  why: 'RouterOS refuses the MTU or falls back to a smaller one, and longer frames are dropped.',
  remedy: 'Raise `l2mtu` on all ports of the bridge first, then the MTU of the VLAN interface.',
  evidence: [
    documented(
      'routeros/layer2-misconfiguration#vlan-interface-mtu',
      'the MTU of a VLAN interface is limited by the L2MTU below it',
    ),
    documented('routeros/mtu', 'the L2MTU of a bridge is that of its smallest port'),
  ],

  check({ network }) {
    return [...network.vlanInterfaces.values()].flatMap(({ item, name, parent }) => {
      const bridge = network.bridges.get(parent);
      const mtu = Number(propertyValue(item, 'mtu') ?? 1500);
      const [first] = bridge ? tooSmallFor(network, bridge, mtu + tagBytes) : [];
      if (!bridge || !first) return [];
      const has = l2mtuOf(first);
      return [
        {
          subject: item,
          placement: 'dropped',
          what: `\`${name}\` cannot have an MTU of ${mtu}: not all ports of \`${bridge.name}\` carry it`,
          primary: label(
            item,
            'mtu',
            has === undefined
              ? `\`${first.name}\` keeps its default L2MTU`
              : `\`${first.name}\` has an L2MTU of ${has}`,
          ),
          fix: commandFix(
            'raise the L2MTU of all ports of the bridge',
            ...tooSmallFor(network, bridge, mtu + tagBytes).map(
              (port) => `/interface/ethernet set [find name=${word(port.name)}] l2mtu=${mtu + 66}`,
            ),
          ),
        },
      ];
    });
  },
});
