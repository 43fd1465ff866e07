// The checks on a site alone: what its parts say about each other, before anything is lowered.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Intent } from './intent.ts';

export function checkSite(_intent: Intent, _options: { partial: boolean }): readonly Diagnostic[] {
  return [];
}
