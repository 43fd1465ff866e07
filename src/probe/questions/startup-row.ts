// Whether a restart runs what a scheduler is to run at startup: after a power cut the undo depends on it. The undo of
// the probe itself shows it, which takes away all rows.

import type { Question } from '../question.ts';

export const startupRow: Question = {
  id: 'startup-row',
  asks: 'Does a restart run what a scheduler is to run at startup?',
  settles: { statements: ['scheduler/startup'] },
  needs: 'restart',
  disturbs: 'the device restarts, and forwards nothing until it is back',
  beyond: 'restart',
  seconds: 240,
  steps: {
    row: { add: '/ip/firewall/address-list', set: { list: 'rosc-probe', address: '198.18.0.1' } },
    restart: { restart: true },
    // The undo waits a minute after a restart.
    wait: { waitMs: 90_000 },
    after: { print: '/ip/firewall/address-list', properties: ['list'], query: ['comment=rosc-probe'] },
  },
  conclusions: [
    {
      when: [{ of: 'after', rows: 'none' }],
      says: 'a restart runs what a scheduler is to run at startup: the undo took away all rows',
    },
    {
      when: [{ of: 'after', rows: 'some' }],
      says: 'a restart does not run what a scheduler is to run at startup, or not within 90 seconds',
    },
  ],
};
