// A routing filter that keeps learned routes out of the chip.

import { enabledItemsOf, propertyValue } from '../../model/config.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const suppressHwOffloadFilter = defineRule({
  id: 'route/suppress-hw-offload-filter',
  cost: 'i',
  summary: 'Routes that a filter marks with `suppress-hw-offload yes` are left to the CPU',
  why: 'Packets to the prefixes that the filter matches go through the CPU. With more routes than the chip holds, that is how the right ones get in.',
  remedy: 'Adjust the filter if that is not intended.',

  check: ofRoutingChip(({ config }) => {
    const rules = enabledItemsOf(config, '/routing/filter/rule');
    const suppressing = rules.filter((item) => /suppress-hw-offload\s+yes/.test(propertyValue(item, 'rule') ?? ''));
    return suppressing.map((item) => ({
      subject: item,
      placement: 'cpu',
      what: 'learned routes that these filters match are left to the CPU',
      primary: ['rule', 'not in the chip'],
    }));
  }),
});
