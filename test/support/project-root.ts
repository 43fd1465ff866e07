// The folder of the checkout, for tests that read its files.

import { resolve } from 'node:path';

/** Absolute path. */
export const projectRoot = resolve(import.meta.dirname, '..', '..');
