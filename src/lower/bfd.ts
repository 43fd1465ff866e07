// BFD: which neighbours it may watch. A protocol asks for it by `use-bfd`, and this list lets it.

import type { Location } from '../source/location.ts';
import type { LowerContext } from './context.ts';
import type { Settings } from './draft.ts';
import { tag } from './tag.ts';

/** Allows BFD with what `match` says. Several that match one neighbour do no harm: the first counts. */
export function allowBfd(
  { draft }: LowerContext,
  match: Settings,
  { name, origin }: { readonly name: readonly string[]; readonly origin: Location },
): void {
  const [first = '', ...rest] = name;
  draft.set('/routing/bfd/configuration', name.join('/'), origin, {
    ...match,
    comment: tag(['bfd', first, ...rest], origin),
  });
}
