// Driver settings that the manual asks to leave alone.

import { changedSettings } from '../advanced-settings.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

const harmless: ReadonlySet<string> = new Set([
  'neigh-keepalive-interval',
  'neigh-discovery-interval',
  'neigh-discovery-burst-limit',
  'neigh-discovery-burst-delay',
  'route-queue-limit-high',
  'route-queue-limit-low',
]);

export const advancedL3hwTampered = defineRule({
  id: 'route/advanced-l3hw-tampered',
  cost: 'M',
  summary: 'Advanced driver settings can break hardware routing when they differ from their defaults',
  why: 'The vendor warns that wrong values break L3 offloading; what each value does to traffic is not documented.',
  remedy: 'Restore the default.',

  check: aboutEach(routed(changedSettings), ({ name, usual }) => {
    if (harmless.has(name)) return [];
    return {
      placement: 'unpredictable',
      what: 'advanced driver settings differ from their defaults, which may break hardware routing',
      primary: [name, `${usual} by default`],
      fix: { set: name, to: usual, title: 'restore the defaults' },
    };
  }),
});
