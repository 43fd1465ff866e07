// The VRF entry for all interfaces in front of others: it takes their interfaces.

import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const vrfCatchallOrder = defineRule({
  id: 'route/vrf-catchall-order',
  cost: 'M',

  check({ config }) {
    const items = enabledItemsOf(config, '/ip/vrf');
    return items.flatMap((item, index) => {
      const behind = items.slice(index + 1);
      if (!listValues(propertyValue(item, 'interfaces')).includes('all') || behind.length === 0) return [];
      return {
        subject: item,
        affects: behind,
        placement: 'unpredictable',
        what: 'interfaces of later VRFs end up in the wrong one: the entry for all interfaces comes first',
        primary: ['interfaces', 'takes every interface'],
        related: behind.map((other) => [other, 'interfaces', 'comes too late']),
      };
    });
  },
});
