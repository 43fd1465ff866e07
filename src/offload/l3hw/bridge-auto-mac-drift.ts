// A bridge that takes its MAC address from a port: it changes when ports come and go.

import { isYes, propertyValue } from '../../model/config.ts';
import { setNamed } from '../fix.ts';
import { aboutEach, bridges, defineRule, routed } from '../rule.ts';

export const bridgeAutoMacDrift = defineRule({
  id: 'l3hw/bridge-auto-mac-drift',
  cost: 'L',

  check: aboutEach(routed(bridges), (bridge, { network }) => {
    const isAuto = isYes(propertyValue(bridge.item, 'auto-mac') ?? 'yes');
    if (!isAuto || !bridge.switches.some((chip) => chip === network.offload?.switch)) return [];
    return {
      placement: 'hardware',
      what: `the MAC address of \`${bridge.name}\` may change while the chip routes`,
      primary: [bridge.item.properties.has('auto-mac') ? 'auto-mac' : 'name', 'takes the address of a port'],
      fix: [
        'fix the address',
        setNamed('/interface/bridge', bridge.name, 'auto-mac=no admin-mac=<the address that it has now>'),
      ],
    };
  }),
});
