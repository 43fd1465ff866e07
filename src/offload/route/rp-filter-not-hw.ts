// Reverse path filtering: the CPU's, not the chip's.

import { routesInHardware } from '../../forwarding/ends.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const rpFilterNotHw = defineRule({
  id: 'route/rp-filter-not-hw',
  cost: 'M',
  summary: 'Reverse path filtering does not reach traffic that the chip routes',
  why: 'The setting belongs to the CPU. Packets with forged source addresses that the chip routes are not stopped by it.',
  remedy: 'Match the source addresses of each VLAN or port with switch rules.',
  uncertainty: 'No page says whether the chip checks source addresses.',

  check({ config, network }) {
    const setting = settingOf(config, '/ip/settings', 'rp-filter');
    if (!setting || (setting.value !== 'strict' && setting.value !== 'loose') || !routesInHardware(network)) return [];
    return {
      subject: setting.item,
      placement: 'unpredictable',
      what: 'forged source addresses are not stopped in what the chip routes',
      primary: ['rp-filter', 'a setting of the CPU'],
      fix: 'permit the own sources of each VLAN or port with switch rules, and drop the rest',
    };
  },
});
