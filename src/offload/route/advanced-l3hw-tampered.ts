// Driver settings that the manual asks to leave alone.

import { changedSettings, refreshTimers } from '../advanced-settings.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

export const advancedL3hwTampered = defineRule({
  id: 'route/advanced-l3hw-tampered',
  cost: 'M',
  summary: 'Advanced driver settings can break hardware routing when they differ from their defaults',
  why: 'The vendor warns that wrong values break L3 offloading; what each value does to traffic is not documented.',
  remedy: 'Restore the default.',

  check: aboutEach(routed(changedSettings), ({ name, usual }) => {
    if (refreshTimers.has(name) || name.startsWith('route-queue-limit-')) return [];
    return {
      placement: 'unpredictable',
      what: 'advanced driver settings differ from their defaults, which may break hardware routing',
      primary: [name, `${usual} by default`],
      fix: { set: name, to: usual, title: 'restore the defaults' },
    };
  }),
});
