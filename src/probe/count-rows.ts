// A line of script for a question: how many rows a `find` gives, or `?` where the device cannot look so; and what
// follows where it looks for one row by a value written bare, and then in quotes.

import type { Conclusion } from './question.ts';

export function countRows(find: string): string {
  return `:do { :set p ($p . [:len [${find}]] . " ") } on-error={ :set p ($p . "? ") }`;
}

/** From what the step `found` counted. */
export function bareOrQuoted(what: string): readonly Conclusion[] {
  return [
    { when: [{ of: 'found', text: ['1 0 '] }], says: `${what} is found bare, and not in quotes` },
    { when: [{ of: 'found', text: ['1 1 '] }], says: `${what} is found bare and in quotes` },
    { when: [{ of: 'found', text: ['0 1 '] }], says: `${what} is found in quotes, and not bare` },
    { when: [{ of: 'found', text: ['0 0 '] }], says: `${what} is found neither bare nor in quotes` },
  ];
}
