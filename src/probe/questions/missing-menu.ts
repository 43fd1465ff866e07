// How a menu that is not there is refused: rosc tells by it which menus a device has.

import type { Question } from '../question.ts';

export const missingMenu: Question = {
  id: 'missing-menu',
  asks: 'How is a menu refused that does not exist?',
  settles: { statements: ['api/missing-menu'] },
  needs: 'reading',
  seconds: 1,
  steps: { missing: { print: '/interface/rosc-probe', properties: ['name'], mayRefuse: true } },
  conclusions: [
    {
      when: [{ of: 'missing', refusal: 'no such command' }],
      says: 'a menu that is not there is refused with `no such command`',
    },
    { when: [{ of: 'missing', is: 'refused' }], says: 'a menu that is not there is refused in other words' },
  ],
};
