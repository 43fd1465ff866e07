// How rows are found by their comment, and rows without one: the undo finds most of its rows so.

import { countRows } from '../count-rows.ts';
import type { Question } from '../question.ts';

const first = '/system/script/find name="{name}-1"';
const second = '/system/script/find name="{name}-2"';

export const commentInFind: Question = {
  id: 'comment-in-find',
  asks: 'How does a `find` know a row by its comment, and a row without one?',
  settles: { statements: ['script/comment-in-find'] },
  needs: 'rows',
  seconds: 3,
  steps: {
    marked: { add: '/system/script', set: { name: '{name}-1', source: '' } },
    // A script is taken away by its name, so it may do without the comment.
    plain: { add: '/system/script', set: { name: '{name}-2', source: '' } },
    cleared: { command: 'set', menu: '/system/script', of: 'plain', arguments: { comment: '' } },
    found: {
      script: [`${first} comment="rosc-probe"`, `${second} comment=""`, `${second} !comment`].map(countRows).join('\n'),
    },
  },
  conclusions: [
    {
      when: [{ of: 'found', text: ['1 0 1 '] }],
      says: 'a comment is found by its text, and a row without one by `!comment` alone',
    },
    {
      when: [{ of: 'found', text: ['1 1 1 '] }],
      says: 'a comment is found by its text, and a row without one by an empty text and by `!comment`',
    },
    {
      when: [{ of: 'found', text: ['1 1 0 '] }],
      says: 'a comment is found by its text, and a row without one by an empty text alone',
    },
  ],
};
