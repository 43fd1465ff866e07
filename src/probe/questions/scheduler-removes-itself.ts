// Whether a scheduler row can remove itself: whatever an undo leaves is taken away so.

import type { Question } from '../question.ts';

export const schedulerRemovesItself: Question = {
  id: 'scheduler-removes-itself',
  asks: 'Can a scheduler row remove itself?',
  settles: { statements: ['scheduler/removes-itself'] },
  needs: 'rows',
  seconds: 11,
  steps: {
    stored: { add: '/system/script', set: { name: '{name}-1', source: '' } },
    row: {
      add: '/system/scheduler',
      set: {
        name: '{name}-1',
        'start-date': '{date}',
        'start-time': '{time}',
        // It may be refused once for no lasting reason, and tries again.
        interval: '1s',
        'on-event':
          '/system/script/set [find name="{name}-1"] comment="rosc-probe-ran"; /system/scheduler/remove [find name="{name}-1"]',
        policy: 'read,write,test',
      },
    },
    wait: { waitMs: 8000 },
    ran: { print: '/system/script', properties: ['comment'], query: ['name={name}-1'] },
    left: { print: '/system/scheduler', properties: ['run-count'], query: ['name={name}-1'] },
  },
  conclusions: [
    {
      when: [
        { of: 'ran', property: 'comment', among: ['rosc-probe-ran'] },
        { of: 'left', rows: 'none' },
      ],
      says: 'a scheduler row can remove itself',
    },
    {
      when: [
        { of: 'ran', property: 'comment', among: ['rosc-probe-ran'] },
        { of: 'left', rows: 'some' },
      ],
      says: 'a scheduler row ran, and did not remove itself',
    },
  ],
};
