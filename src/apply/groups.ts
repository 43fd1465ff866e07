// Cuts a plan into groups: what may be sent over the session, and what runs as one script on the device, because it
// can cut the session off, or because its order would take too many round trips.

import { isLayer2 } from '../plan/phase.ts';
import type { Change } from '../plan/plan.ts';
import { wavesOf } from './waves.ts';

export interface Group {
  readonly via: 'session' | 'script';
  readonly changes: readonly Change[];
}

/** Round trips in a row that a group may take. */
const wavesMax = 24;

export interface GroupOptions {
  /** Nobody knows by which interface the session comes, so anything may cut it off. */
  readonly isPathUnknown: boolean;
}

/** At most three, in order: nothing between two risky changes is worth a connection that may be gone. */
export function groupsOf(changes: readonly Change[], { isPathUnknown }: GroupOptions): readonly Group[] {
  const mayCutOff = (change: Change) => isRisky(change) || (isPathUnknown && isOnSomePath(change));
  const first = changes.findIndex(mayCutOff);
  if (first < 0) return present([orderly(changes)]);
  const end = changes.findLastIndex(mayCutOff) + 1;
  return present([
    orderly(changes.slice(0, first)),
    { via: 'script', changes: changes.slice(first, end) },
    orderly(changes.slice(end)),
  ]);
}

function orderly(changes: readonly Change[]): Group {
  return { via: wavesOf(changes).length > wavesMax ? 'script' : 'session', changes };
}

function isRisky(change: Change): boolean {
  if (change.disruption === 'management-path') return true;
  const isAddition = change.action === 'add' && change.phase === 'add';
  return isLayer2(change) && !isAddition;
}

/** Some session could come by what this changes. */
function isOnSomePath(change: Change): boolean {
  const { menu } = change;
  const isFilter = /^\/(?:ip|ipv6)\/firewall\//.test(menu) || menu === '/interface/ethernet/switch/rule';
  return isFilter || isLayer2(change) || /^\/(?:ip|ipv6)\/(?:address|route|vrf)$/.test(menu);
}

function present(groups: readonly Group[]): readonly Group[] {
  return groups.filter(({ changes }) => changes.length > 0);
}
