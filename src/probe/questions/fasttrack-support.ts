// Whether the chip forwards FastTrack connections. Source: manual, l3-hardware-offloading, `hw-supports-fasttrack`.

import type { Question } from '../question.ts';

const property = 'hw-supports-fasttrack';

export const fasttrackSupport: Question = {
  id: 'fasttrack-support',
  asks: 'Does the chip forward FastTrack connections?',
  settles: { facts: ['l3.fasttrack'] },
  needs: 'reading',
  where: { chip: 'l3.offload' },
  seconds: 1,
  steps: { settings: { print: '/interface/ethernet/switch/l3hw-settings', properties: [property] } },
  conclusions: [
    {
      when: [{ of: 'settings', property, among: ['true', 'yes'] }],
      says: 'the device says that its chip forwards FastTrack connections',
      facts: { 'l3.fasttrack': true },
    },
    {
      when: [{ of: 'settings', property, among: ['false', 'no'] }],
      says: 'the device says that its chip forwards no FastTrack connections',
      facts: { 'l3.fasttrack': false },
    },
  ],
};
