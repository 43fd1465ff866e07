// Whether the device mode tells if schedulers may run, without which no undo survives a power cut.

import type { Question } from '../question.ts';

export const deviceMode: Question = {
  id: 'device-mode',
  asks: 'Does the device mode say whether schedulers may run?',
  settles: { statements: ['device/mode'] },
  needs: 'reading',
  seconds: 1,
  steps: { mode: { print: '/system/device-mode', properties: ['mode', 'scheduler'], mayRefuse: true } },
  conclusions: [
    {
      when: [{ of: 'mode', property: 'scheduler', on: 'every' }],
      says: 'the device mode says whether schedulers may run',
    },
    {
      when: [{ of: 'mode', property: 'scheduler', on: 'none' }],
      says: 'the device mode does not mention schedulers',
    },
    { when: [{ of: 'mode', refusal: 'no such command' }], says: 'this RouterOS has no device mode' },
  ],
};
