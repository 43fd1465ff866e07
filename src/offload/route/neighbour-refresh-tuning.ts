// Timers of the neighbour refresh that differ from the driver's defaults.

import { changedSettings, refreshTimers } from '../advanced-settings.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

export const neighbourRefreshTuning = defineRule({
  id: 'route/neighbour-refresh-tuning',
  cost: 'L',
  summary: 'The timers of the neighbour refresh decide how long the chip keeps hosts that are gone',
  why: 'Longer timers keep hosts in hardware that are no longer there; shorter ones send bursts of ARP requests.',
  remedy: 'Restore the defaults, and keep the discovery interval indivisible by the keepalive interval.',

  check: aboutEach(routed(changedSettings), ({ name, usual, value }) => {
    if (!refreshTimers.has(name)) return [];
    return {
      placement: 'hardware',
      what: 'the chip refreshes hosts at other intervals than its driver is made for',
      primary: [name, `${usual} by default, ${value} here`],
    };
  }),
});
