// Whether a print may ask for a property that the menu does not have: rosc asks every RouterOS for the same ones.

import type { Question } from '../question.ts';

export const unknownProperty: Question = {
  id: 'unknown-property',
  asks: 'May a print ask for a property that the menu does not have?',
  settles: { statements: ['api/unknown-property'] },
  needs: 'reading',
  seconds: 1,
  steps: { resource: { print: '/system/resource', properties: ['version', 'rosc-probe'], mayRefuse: true } },
  conclusions: [
    {
      when: [{ of: 'resource', property: 'version', on: 'every' }],
      says: 'a property that is not there is left out, and the others are printed',
    },
    { when: [{ of: 'resource', is: 'refused' }], says: 'a print with a property that is not there is refused' },
  ],
};
