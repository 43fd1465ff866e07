// How a property of a bridge is cleared: no tree of commands lists `unset` there, and the undo must bring back what was
// not set.

import type { Question } from '../question.ts';

const mac = '02:00:00:00:00:01';
const bridge = { name: 'rosc-probe', 'protocol-mode': 'none', 'auto-mac': 'no', 'admin-mac': mac } as const;
const row = { print: '/interface/bridge', properties: ['admin-mac'], query: ['name=rosc-probe'] } as const;
const isKept = { of: 'after', property: 'admin-mac', on: 'every' } as const;
const isEmpty = { of: 'after', property: 'admin-mac', among: ['', '00:00:00:00:00:00'] } as const;

export const clearedProperty: Question = {
  id: 'cleared-property',
  asks: 'Does `!admin-mac` clear the property of a bridge?',
  settles: { statements: ['api/cleared-property'] },
  needs: 'rows',
  disturbs: 'there is a bridge without ports',
  seconds: 1,
  steps: {
    bridge: { add: '/interface/bridge', set: bridge },
    clear: {
      command: 'set',
      menu: '/interface/bridge',
      of: 'bridge',
      arguments: {},
      cleared: ['admin-mac'],
      mayRefuse: true,
    },
    after: row,
  },
  conclusions: [
    {
      when: [{ of: 'clear', is: 'done' }, isEmpty],
      says: '`!admin-mac` clears the property, which is printed as empty',
    },
    { when: [{ of: 'clear', is: 'refused' }, isKept], says: '`!admin-mac` is refused' },
    { when: [{ of: 'clear', is: 'done' }, isKept], says: '`!admin-mac` is taken and changes nothing' },
    {
      when: [
        { of: 'clear', is: 'done' },
        { of: 'after', property: 'admin-mac', on: 'none' },
      ],
      says: '`!admin-mac` clears the property',
    },
  ],
};
