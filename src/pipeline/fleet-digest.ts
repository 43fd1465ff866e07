// What names a fleet as its files say it, with its sites and all that they include: a rollout is of one digest, and
// whoever has read the files may trust it.

import { createHash } from 'node:crypto';
import type { Fleet } from './read-fleet.ts';

/** SHA-256 in hexadecimal. */
export function digestOfFleet({ texts }: Pick<Fleet, 'texts'>): string {
  return digestOfTexts(texts);
}

export function digestOfTexts(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}
