// Whether an empty value clears a property of a bridge, where `!property` may not.

import { clearingQuestion } from '../clearing-question.ts';

export const emptyProperty = clearingQuestion({
  id: 'empty-property',
  asks: 'Does `admin-mac=""` clear the property of a bridge?',
  settles: 'api/empty-property',
  words: { arguments: { 'admin-mac': '' } },
  called: 'an empty `admin-mac`',
});
