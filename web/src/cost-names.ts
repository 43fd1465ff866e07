// What a rule costs, in words short enough for a tag.

import type { Cost } from '../../src/offload/rule.ts';

export const costNames: Readonly<Record<Cost, string>> = {
  C: 'critical cost',
  H: 'high cost',
  M: 'medium cost',
  L: 'low cost',
  i: 'information',
};
