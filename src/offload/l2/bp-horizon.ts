// Bridge ports with a split horizon, which is done in software.

import { hasHorizon, keepsBridge } from '../../forwarding/network/bridges.ts';
import { portsByChip } from '../bridge-offload.ts';
import { setNamed } from '../fix.ts';
import { bridges, defineRule, ofEach, type WrittenFinding } from '../rule.ts';

export const bpHorizon = defineRule({
  id: 'l2/bp-horizon',
  cost: 'H',

  check: ofEach(bridges, (bridge, { network }) =>
    [...portsByChip(network, bridge)].flatMap(([chip, ports]): readonly WrittenFinding[] => {
      const isAlone = ports.length < 2 && !network.offload?.l3Offload;
      if (isAlone || keepsBridge(chip, bridge) === false) return [];
      // A port with `hw=no` is the CPU's in any case.
      return ports
        .filter((port) => port.hwWanted && hasHorizon(port.item))
        .map((port) => ({
          subject: port.item,
          what: `ports of \`${bridge.name}\` are switched by the CPU, because they have a split horizon`,
          primary: ['horizon', `keeps \`${port.interface}\` from the chip`],
          fix: [
            'isolate the ports in the switch instead',
            setNamed('/interface/bridge/port', port.interface, 'horizon=none'),
            setNamed('/interface/ethernet/switch/port-isolation', port.interface, '') +
              'forwarding-override=<the ports that it may reach>',
          ],
        }));
    }),
  ),
});
