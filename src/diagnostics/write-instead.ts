// The fix of a word that was meant otherwise.

import type { Span } from '../source/location.ts';
import type { Fix } from './diagnostic.ts';

export function writeInstead(at: Span, text: string): Fix {
  return { title: `write \`${text}\``, applicability: 'review', edits: [{ span: at, text }] };
}
