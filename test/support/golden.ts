// What a program said, beside what it is to say.

import { existsSync } from 'node:fs';
import { expect } from 'vitest';

/** The text of a file. Where there is none, nothing may be said. */
export async function said(text: string, path: string): Promise<void> {
  if (text !== '' || existsSync(path)) await expect(text).toMatchFileSnapshot(path);
}
