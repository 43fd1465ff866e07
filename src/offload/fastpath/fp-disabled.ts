// FastPath switched off for the whole device.

import { defineStopRule } from '../fastpath-benefit.ts';

export const fpDisabled = defineStopRule({
  id: 'fastpath/fp-disabled',
  cost: 'H',
  summary: '`allow-fast-path=no` switches FastPath off, and FastTrack with it',
  why: 'Every packet that the CPU forwards takes the slow path; FastTrack rules have no effect.',
  remedy: 'Set `allow-fast-path=yes`.',

  families: [4, 6],
  words: ({ property }, { benefit, family }) => ({
    cost: benefit === 'hardware' ? 'i' : 'H',
    what:
      benefit === 'fasttrack'
        ? `IPv${family} has neither FastPath nor FastTrack: every packet takes the slow path`
        : `IPv${family} packets that the CPU forwards take the slow path: FastPath is switched off`,
    primary: [property, 'switches FastPath and FastTrack off'],
    fix: { set: property, to: 'yes', title: 'allow FastPath' },
  }),
});
