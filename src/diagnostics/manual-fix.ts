// Advice: what to do, where no edit and no command does it alone.

import type { Fix } from './diagnostic.ts';

export function manualFix(title: string, ...steps: readonly string[]): Fix {
  return { title, applicability: 'manual', edits: [], ...(steps.length > 0 && { steps }) };
}
