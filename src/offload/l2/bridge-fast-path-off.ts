// Bridge FastPath switched off for the whole device.

import { explainBridgeStops, slowOverBridges } from '../bridge-fastpath.ts';
import { defineRule } from '../rule.ts';

export const bridgeFastPathOff = defineRule({
  id: 'l2/bridge-fast-path-off',
  cost: 'H',
  datapath: 'fasttrack',
  implies: ['fastpath/fp-bridge-conditions', 'firewall/fasttrack-bridge-fp-off'],
  summary: '`allow-fast-path=no` of the bridges stops FastPath and FastTrack over them',
  why: 'What the CPU forwards over a bridge takes the slow path, FastTrack connections included.',
  remedy: 'Set `allow-fast-path=yes` in the bridge settings.',

  check: ({ network }) =>
    explainBridgeStops(
      network,
      ({ property }) => property === 'allow-fast-path',
      ({ property }, use) => ({
        // Where the chip does all the switching there is little that could be slower.
        ...(!use.fasttrack && use.switching.length === 0 && { cost: 'i' }),
        what: `${slowOverBridges(use)}: bridge FastPath is switched off`,
        fix: { set: property, to: 'yes', title: 'allow bridge FastPath' },
      }),
    ),
});
