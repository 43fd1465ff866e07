// A routing filter that keeps learned routes out of the chip.

import { propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, itemsIn, routed } from '../rule.ts';

export const suppressHwOffloadFilter = defineRule({
  id: 'route/suppress-hw-offload-filter',
  cost: 'i',

  // It claims no placement of any route: which of them a filter will match, only the neighbour's routes tell.
  check: aboutEach(routed(itemsIn('/routing/filter/rule')), (item) => {
    if (!/suppress-hw-offload\s+yes/.test(propertyValue(item, 'rule') ?? '')) return [];
    return {
      what: 'learned routes that these filters match are left to the CPU',
      primary: ['rule', 'not in the chip'],
    };
  }),
});
