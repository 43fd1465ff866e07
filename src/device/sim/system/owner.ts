// Who made a script or a scheduler: it runs with that user's policies.

import type { StoredRow } from '../store/store.ts';

export function ownerOf(row: StoredRow): string {
  return row.values.get('.owner') ?? 'admin';
}
