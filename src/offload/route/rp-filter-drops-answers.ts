// Reverse path filtering where answers do not come back by the way that the main table knows.

import { waysWithoutAnswers } from '../../forwarding/cpu/reverse-path.ts';
import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, itemsIn, settingIn } from '../rule.ts';

export const rpFilterDropsAnswers = defineRule({
  id: 'route/rp-filter-drops-answers',
  cost: 'H',

  check: aboutEach(settingIn('/ip/settings', 'rp-filter'), ({ value }, { network }) => {
    const fix = { set: 'rp-filter', to: 'loose', title: 'ask only that the source is reached somehow' };
    const ways = waysWithoutAnswers(network);
    if (ways.length > 0) {
      const names = [...new Set(ways.map((way) => `\`${way.interface}\``))].join(' and ');
      return {
        placement: 'dropped',
        what: 'answers to what leaves by another table than `main` are dropped',
        primary: ['rp-filter', `refuses what comes back by ${names}`],
        related: ways.map(({ route }) => [route, 'gateway', 'a way out without one back'] as const),
        ...(value === 'strict' && { fix }),
      };
    }
    const [virtual] = value === 'strict' ? itemsIn('/interface/vrrp')(network) : [];
    if (!virtual) return [];
    return {
      placement: 'unpredictable',
      cost: 'M',
      what: 'the addresses of VRRP may not be reached',
      why: 'The manual says that the strict mode causes problems with VRRP.',
      primary: ['rp-filter', 'too strict for VRRP'],
      related: [[virtual, 'interface', `VRRP on \`${propertyValue(virtual, 'interface') ?? ''}\``]],
      fix,
    };
  }),
});
