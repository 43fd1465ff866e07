// What becomes of a script in which one line does not parse: the undo is stored in parts for that reason.

import type { Question } from '../question.ts';

const note = (word: string) => `/system/script/set [find name="{name}-1"] comment="${word}"`;

export const oneBadLine: Question = {
  id: 'one-bad-line',
  asks: 'Does one line that does not parse keep the others of a script from running?',
  settles: { statements: ['script/one-bad-line'] },
  needs: 'rows',
  seconds: 4,
  steps: {
    stored: {
      add: '/system/script',
      set: {
        name: '{name}-1',
        source: [note('rosc-probe-first'), ':if (true) do={ :put (1 + ]', note('rosc-probe-last')].join('\n'),
        policy: 'read,write,test',
      },
    },
    run: { execute: '/system/script/run {name}-1', mayRefuse: true },
    // What it does may be refused once for no lasting reason.
    again: { execute: '/system/script/run {name}-1', mayRefuse: true },
    wait: { waitMs: 2000 },
    row: { print: '/system/script', properties: ['comment'], query: ['name={name}-1'] },
  },
  conclusions: [
    {
      when: [{ of: 'row', property: 'comment', among: ['rosc-probe'] }],
      says: 'no line of a script runs when one of them does not parse',
    },
    {
      when: [{ of: 'row', property: 'comment', among: ['rosc-probe-first'] }],
      says: 'a script runs up to the line that does not parse',
    },
    {
      when: [{ of: 'row', property: 'comment', among: ['rosc-probe-last'] }],
      says: 'a line that does not parse is passed over, and the others run',
    },
  ],
};
