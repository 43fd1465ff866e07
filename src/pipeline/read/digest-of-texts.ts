// What names files by what they say: a rollout is of one digest of its fleet, and whoever has read it may trust it.

import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal. */
export function digestOfTexts(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}
