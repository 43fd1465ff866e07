// Bridge FastPath switched off for the whole device.

import { defineBridgeStopRule, slowOverBridges } from '../bridge-fastpath.ts';

export const bridgeFastPathOff = defineBridgeStopRule({
  id: 'l2/bridge-fast-path-off',
  cost: 'H',
  summary: '`allow-fast-path=no` of the bridges stops FastPath and FastTrack over them',
  why: 'What the CPU forwards over a bridge takes the slow path, FastTrack connections included.',
  remedy: 'Set `allow-fast-path=yes` in the bridge settings.',

  isMeant: ({ property }) => property === 'allow-fast-path',
  words: ({ property }, use) => ({
    // Where the chip does all the switching there is little that could be slower.
    ...(!use.fasttrack && use.switching.length === 0 && { cost: 'i' }),
    what: `${slowOverBridges(use)}: bridge FastPath is switched off`,
    fix: { set: property, to: 'yes', title: 'allow bridge FastPath' },
  }),
});
