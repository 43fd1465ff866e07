// What becomes of a job when the connection that started it is closed: the timer of an undo is such a job.

import type { Question } from '../question.ts';

/** May be refused once for no lasting reason, and is tried again. */
const note = ':do { /system/script/set [find name="{name}-1"] comment="rosc-probe-ran" } on-error={}';

export const backgroundJob: Question = {
  id: 'background-job',
  asks: 'Is a job listed with its script, and does it go on when its connection is closed?',
  settles: { statements: ['job/listed', 'job/outlives-connection'] },
  needs: 'rows',
  seconds: 10,
  steps: {
    stored: {
      add: '/system/script',
      set: {
        name: '{name}-1',
        source: [':delay 4s', note, note, note].join('\n'),
        policy: 'read,write,test',
      },
    },
    start: { execute: '/system/script/run {name}-1' },
    begin: { waitMs: 1000 },
    jobs: { print: '/system/script/job', properties: ['type'], query: ['script={name}-1'] },
    again: { reconnect: true },
    wait: { waitMs: 6000 },
    row: { print: '/system/script', properties: ['comment'], query: ['name={name}-1'] },
  },
  conclusions: [
    {
      when: [
        { of: 'jobs', rows: 1 },
        { of: 'row', property: 'comment', among: ['rosc-probe-ran'] },
      ],
      says: 'a job is listed once with its script, and goes on when its connection is closed',
    },
    {
      when: [
        { of: 'jobs', rows: 'some' },
        { of: 'row', property: 'comment', among: ['rosc-probe-ran'] },
      ],
      says: 'a job is listed several times with its script, and goes on when its connection is closed',
    },
    {
      when: [
        { of: 'jobs', rows: 'none' },
        { of: 'row', property: 'comment', among: ['rosc-probe-ran'] },
      ],
      says: 'a job is not listed with its script, and goes on when its connection is closed',
    },
    {
      when: [{ of: 'row', property: 'comment', among: ['rosc-probe'] }],
      says: 'a job ends with its connection, or takes more than six seconds for four',
    },
  ],
};
