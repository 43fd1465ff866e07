// The order in which commands of one session run that arrived together. The manual says that tagged commands run
// simultaneously, and promises no order. Source: manual, developer-guides/api, "Tags".

import type { Random } from './random.ts';

type Words = readonly string[];

/** Tagged commands in any order. What has no tag, or begins or ends something, keeps its place among them. */
export function inAnyOrder(sentences: readonly Words[], turns: Random): readonly Words[] {
  const ordered: Words[] = [];
  let together: Words[] = [];
  const flush = (): void => {
    ordered.push(...turns.shuffle(together));
    together = [];
  };
  for (const words of sentences) {
    if (isSideBySide(words)) together.push(words);
    else {
      flush();
      ordered.push(words);
    }
  }
  flush();
  return ordered;
}

const alone = new Set(['/login', '/cancel', '/quit']);

function isSideBySide([path = '', ...words]: Words): boolean {
  return !alone.has(path) && words.some((word) => word.startsWith('.tag='));
}
