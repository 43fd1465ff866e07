// Cuts a plan into stretches: what may be sent over the session, and what must run on the device because it can cut the
// session off.

import { isLayer2 } from '../plan/phase.ts';
import type { Change } from '../plan/plan.ts';

export interface Group {
  readonly via: 'session' | 'script';
  readonly changes: readonly Change[];
}

/** At most three, in order: nothing between two risky changes is worth a connection that may be gone. */
export function groupsOf(changes: readonly Change[]): readonly Group[] {
  const first = changes.findIndex(isRisky);
  if (first < 0) return present([{ via: 'session', changes }]);
  const end = changes.findLastIndex(isRisky) + 1;
  return present([
    { via: 'session', changes: changes.slice(0, first) },
    { via: 'script', changes: changes.slice(first, end) },
    { via: 'session', changes: changes.slice(end) },
  ]);
}

function isRisky(change: Change): boolean {
  if (change.disruption === 'management-path') return true;
  const isAddition = change.action === 'add' && change.phase === 'add';
  return isLayer2(change) && !isAddition;
}

function present(groups: readonly Group[]): readonly Group[] {
  return groups.filter(({ changes }) => changes.length > 0);
}
