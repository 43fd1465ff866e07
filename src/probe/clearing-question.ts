// The question whether one way of saying so clears a property of a bridge: the ways differ in the command alone.

import type { Command } from '../device/device.ts';
import type { Condition, Question } from './question.ts';
import type { StatementKey } from './statements.ts';

interface Way {
  readonly id: string;
  readonly asks: string;
  readonly settles: StatementKey;
  /** Of the command that clears. */
  readonly words: Pick<Command, 'arguments' | 'cleared'>;
  /** What the conclusions speak of. */
  readonly called: string;
}

const bridge = { name: 'rosc-probe', 'protocol-mode': 'none', 'auto-mac': 'no', 'admin-mac': '02:00:00:00:00:01' };
const isDone: Condition = { of: 'clear', is: 'done' };
const isRefused: Condition = { of: 'clear', is: 'refused' };
const isKept: Condition = { of: 'after', property: 'admin-mac', on: 'every' };
const isGone: Condition = { of: 'after', property: 'admin-mac', on: 'none' };
const isEmpty: Condition = { of: 'after', property: 'admin-mac', among: ['', '00:00:00:00:00:00'] };

export function clearingQuestion({ id, asks, settles, words, called }: Way): Question {
  return {
    id,
    asks,
    settles: { statements: [settles] },
    needs: 'rows',
    disturbs: 'there is a bridge without ports',
    seconds: 1,
    steps: {
      bridge: { add: '/interface/bridge', set: bridge },
      clear: { command: 'set', menu: '/interface/bridge', of: 'bridge', ...words, mayRefuse: true },
      after: { print: '/interface/bridge', properties: ['admin-mac'], query: ['name=rosc-probe'] },
    },
    conclusions: [
      { when: [isDone, isEmpty], says: `${called} clears the property, which is printed as empty` },
      { when: [isRefused, isKept], says: `${called} is refused` },
      { when: [isDone, isKept], says: `${called} is taken and changes nothing` },
      { when: [isDone, isGone], says: `${called} clears the property` },
    ],
  };
}
