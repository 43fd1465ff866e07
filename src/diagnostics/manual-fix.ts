// Advice: what to do, where no edit and no single command does it.

import type { Fix } from './diagnostic.ts';

export function manualFix(title: string): Fix {
  return { title, applicability: 'manual', edits: [] };
}
