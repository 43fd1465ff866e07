// Bridge FastPath switched off for the whole device.

import { bridgeCpuUse } from '../bridge-cpu-path.ts';
import { setValue } from '../fix.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const bridgeFastPathOff = defineRule({
  id: 'l2/bridge-fast-path-off',
  cost: 'H',
  datapath: 'fasttrack',
  implies: ['fastpath/fp-bridge-conditions', 'firewall/fasttrack-bridge-fp-off'],
  summary: '`allow-fast-path=no` of the bridges stops FastPath and FastTrack over them',
  why: 'What the CPU forwards over a bridge takes the slow path, FastTrack connections included.',
  remedy: 'Set `allow-fast-path=yes` in the bridge settings.',

  check({ config, network }) {
    const setting = settingOf(config, '/interface/bridge/settings', 'allow-fast-path');
    if (setting?.value !== 'no' || network.bridges.size === 0) return [];
    const { fasttrack, switching } = bridgeCpuUse(network);
    return {
      subject: setting.item,
      placement: 'cpu',
      // Where the chip does all the switching there is little that could be slower.
      ...(!fasttrack && switching.length === 0 && { cost: 'i' }),
      what: fasttrack
        ? 'FastTrack connections over a bridge are slow: bridge FastPath is switched off'
        : 'packets that the CPU bridges take the slow path: bridge FastPath is switched off',
      primary: label(setting.item, 'allow-fast-path', 'switches bridge FastPath off'),
      ...(fasttrack && { related: [label(fasttrack, 'action', 'FastTrack relies on bridge FastPath')] }),
      fix: setValue(setting.item, 'allow-fast-path', 'yes', 'allow bridge FastPath'),
    };
  },
});
