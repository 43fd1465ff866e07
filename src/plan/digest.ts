// A digest of what a plan was made against, so that `apply` can tell whether the device moved in between.

import { createHash } from 'node:crypto';
import { type Config, isDynamic, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { contentKey } from './compare.ts';

/**
 * SHA-256 (`sha256:` and hex) over the effective content of these menus. Spelling, defaults, ids, dynamic rows and
 * state do not count; order counts where it means something.
 */
export function digestOf(config: Config, managed: readonly MenuPath[]): string {
  const hash = createHash('sha256');
  for (const menu of [...managed].sort()) {
    const rows = itemsOf(config, menu)
      .filter((item) => !isDynamic(item))
      .map((item) => `${contentKey(item)}\n${propertyValue(item, 'comment') ?? ''}`);
    if (menus.get(menu)?.kind !== 'ordered') rows.sort();
    hash.update(JSON.stringify([menu, rows]));
  }
  return `sha256:${hash.digest('hex')}`;
}
