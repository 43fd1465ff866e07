// How a property of a bridge is cleared: no tree of commands lists `unset` there, and the undo must bring back what was
// not set.

import { clearingQuestion } from '../clearing-question.ts';

export const clearedProperty = clearingQuestion({
  id: 'cleared-property',
  asks: 'Does `!admin-mac` clear the property of a bridge?',
  settles: 'api/cleared-property',
  words: { arguments: {}, cleared: ['admin-mac'] },
  called: '`!admin-mac`',
});
