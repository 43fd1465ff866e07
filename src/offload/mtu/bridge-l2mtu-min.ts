// One port with a small L2MTU holds the MTU of its bridge down.

import { propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { l2mtuOf, tooSmallFor } from '../l2mtu.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';

export const bridgeL2mtuMin = defineRule({
  id: 'mtu/bridge-l2mtu-min',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: [],
  summary: 'A bridge can have no larger MTU than its smallest port carries',
  why: 'The bridge falls back to the MTU that the smallest port allows, without an error, and longer frames are dropped.',
  remedy: 'Give all ports of the bridge the same L2MTU.',
  evidence: [documented('routeros/bridge', 'the MTU of a bridge returns to auto when a port cannot carry it')],

  check({ network }) {
    return [...network.bridges.values()].flatMap((bridge) => {
      const mtu = Number(propertyValue(bridge.item, 'mtu') ?? Number.NaN);
      if (!Number.isFinite(mtu)) return [];
      return tooSmallFor(network, bridge, mtu).flatMap((port) => {
        const member = network.bridgePorts.get(port.name);
        const has = l2mtuOf(port);
        return [
          {
            subject: bridge.item,
            placement: 'dropped' as const,
            what: `\`${bridge.name}\` cannot have an MTU of ${mtu}: not all of its ports carry it`,
            primary: label(bridge.item, 'mtu', 'larger than its smallest port'),
            related: [
              has !== undefined && port.item
                ? label(port.item, 'l2mtu', `\`${port.name}\` carries ${has}`)
                : label(member?.item ?? bridge.item, 'interface', `\`${port.name}\` keeps its default L2MTU`),
            ],
          },
        ];
      });
    });
  },
});
