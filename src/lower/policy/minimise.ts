// The smallest table that rosc finds for a policy.

import type { IngressSpace } from './ingress-space.ts';
import type { PolicyRule } from './policy-rule.ts';
import { regroup } from './regroup.ts';
import { simplify, withoutIdle } from './simplify.ts';

/** Decides every packet as `rules` do. */
export function minimise(rules: readonly PolicyRule[], space: IngressSpace): readonly PolicyRule[] {
  return withoutIdle(regroup(simplify(rules), space));
}
