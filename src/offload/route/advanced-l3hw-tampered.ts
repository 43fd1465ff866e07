// Driver settings that the manual asks to leave alone.

import { settingsOf } from '../../model/config.ts';
import { advancedDefaults, isDefault } from '../advanced-settings.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

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

  check: ofRoutingChip(({ config }) => {
    const settings = settingsOf(config, '/interface/ethernet/switch/l3hw-settings/advanced');
    if (!settings) return [];
    return [...settings.properties.keys()].flatMap((name) => {
      if (harmless.has(name) || advancedDefaults(name) === '' || isDefault(settings, name)) return [];
      return {
        subject: settings,
        placement: 'unpredictable',
        what: 'advanced driver settings differ from their defaults, which may break hardware routing',
        primary: [name, `${advancedDefaults(name)} by default`],
        fix: { set: name, to: advancedDefaults(name), title: 'restore the defaults' },
      };
    });
  }),
});
