// Whether a refused value comes with a category, as the manual shows for one.

import type { Question } from '../question.ts';

export const trapCategory: Question = {
  id: 'trap-category',
  asks: 'Does a refused value come with a category?',
  settles: { statements: ['api/category'] },
  needs: 'rows',
  seconds: 1,
  steps: {
    refused: {
      add: '/interface/vlan',
      set: { name: 'rosc-probe-vlan', interface: 'rosc-probe-nothing', 'vlan-id': '3998' },
      mayRefuse: true,
    },
  },
  conclusions: [
    { when: [{ of: 'refused', category: 'given' }], says: 'a refused value comes with a category' },
    { when: [{ of: 'refused', category: 'missing' }], says: 'a refused value comes without a category' },
  ],
};
