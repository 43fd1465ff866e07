// Bridged packets through the IP firewall: the slow path for all that the CPU bridges, and nothing for what the chip
// does.

import { isYes } from '../../model/config.ts';
import { bridgeCpuUse } from '../bridge-cpu-path.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const bridgeUseIpFirewall = defineRule({
  id: 'l2/bridge-use-ip-firewall',
  cost: 'H',
  datapath: 'fasttrack',
  implies: ['fastpath/fp-bridge-conditions', 'firewall/fasttrack-bridge-fp-off'],
  summary: '`use-ip-firewall` switches bridge FastPath off, and FastTrack over bridges with it',
  why: 'What the CPU forwards over a bridge takes the slow path, and FastTrack connections over a bridge are no longer fast. Frames that the switch chip forwards still do not meet the firewall.',
  remedy:
    'Set `use-ip-firewall=no` and filter with switch rules; keep it only where the CPU has to filter bridged packets.',

  check({ config, network }) {
    const setting = settingOf(config, '/interface/bridge/settings', 'use-ip-firewall');
    if (!setting || !isYes(setting.value) || network.bridges.size === 0) return [];
    const { fasttrack, offloaded } = bridgeCpuUse(network);
    return {
      subject: setting.item,
      placement: 'cpu',
      // On a bridge of the CPU alone, without FastTrack, a firewall is what somebody wanted.
      ...(!fasttrack && offloaded.length === 0 && { cost: 'M' }),
      what: fasttrack
        ? 'FastTrack connections over a bridge are slow: bridged packets go through the IP firewall'
        : 'packets that the CPU bridges take the slow path through the IP firewall',
      primary: label(setting.item, 'use-ip-firewall', 'switches bridge FastPath off'),
      related: [
        ...(fasttrack ? [label(fasttrack, 'action', 'FastTrack relies on bridge FastPath')] : []),
        ...offloaded.map(({ item, name }) =>
          label(item, 'name', `what the chip switches of \`${name}\` does not meet the firewall`),
        ),
      ],
      fix: setValue(setting.item, 'use-ip-firewall', 'no', 'leave bridged packets out of the IP firewall'),
    };
  },
});
