// Changes of L2MTU, for which all links go down.

import { documented } from '../evidence.ts';
import { defineRule } from '../rule.ts';

export const l2mtuChangeFlaps = defineRule({
  id: 'mtu/l2mtu-change-flaps',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'plan',
  facts: [],
  summary: 'A change of L2MTU takes all links down for a moment',
  why: 'Every interface reloads: links go down and up, and protocols that run over them start again.',
  remedy: 'Make all such changes in one go, at a time when nobody minds.',
  evidence: [documented('routeros/mtu', 'L2MTU changes trigger a reload of all interfaces')],

  check: () => [],

  judge(changes) {
    const flaps = changes.flatMap(({ menu, properties }, index) =>
      menu === '/interface/ethernet' &&
      properties.some(({ name, before, after }) => name === 'l2mtu' && before !== after)
        ? [index]
        : [],
    );
    if (flaps.length === 0) return [];
    return [{ changes: flaps, what: 'all links go down for a moment when an L2MTU changes' }];
  },
});
