// Timers of the neighbour refresh that differ from the driver's defaults.

import { settingsOf } from '../../model/config.ts';
import { effective } from '../../model/menus.ts';
import { advancedDefaults, isDefault } from '../advanced-settings.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

const timers = [
  'neigh-keepalive-interval',
  'neigh-discovery-interval',
  'neigh-discovery-burst-limit',
  'neigh-discovery-burst-delay',
];

export const neighbourRefreshTuning = defineRule({
  id: 'route/neighbour-refresh-tuning',
  cost: 'L',
  summary: 'The timers of the neighbour refresh decide how long the chip keeps hosts that are gone',
  why: 'Longer timers keep hosts in hardware that are no longer there; shorter ones send bursts of ARP requests.',
  remedy: 'Restore the defaults, and keep the discovery interval indivisible by the keepalive interval.',

  check: ofRoutingChip(({ config }) => {
    const settings = settingsOf(config, '/interface/ethernet/switch/l3hw-settings/advanced');
    if (!settings) return [];
    const changed = timers.filter((name) => !isDefault(settings, name));
    return changed.map((name) => ({
      subject: settings,
      placement: 'hardware',
      what: 'the chip refreshes hosts at other intervals than its driver is made for',
      primary: [name, `${advancedDefaults(name)} by default, ${effective(settings, name).value} here`],
    }));
  }),
});
