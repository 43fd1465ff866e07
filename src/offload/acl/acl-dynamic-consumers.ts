// Features that add switch rules of their own to a table that is already in use.

import { dynamicRules } from '../../forwarding/network/switch-rule-table.ts';
import { defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

/** Share of the table from which on the rules of RouterOS compete with yours. */
const crowded = 0.7;

export const aclDynamicConsumers = defineRule({
  id: 'acl/acl-dynamic-consumers',
  cost: 'M',

  check({ network }) {
    const rules = rulesOfRoutingChip(network);
    const chip = network.offload?.switch;
    if (!chip || rules.length === 0) return [];
    const size = chip.fact('acl.rules');
    const isCrowded = size !== undefined && rules.length > crowded * size.value;
    return dynamicRules(network, chip).sources.map(({ item, name, property }) => ({
      subject: item,
      placement: 'hardware',
      ...(!isCrowded && { cost: 'i' }),
      what: isCrowded
        ? `${rules.length} switch rules leave little room for those that RouterOS adds by itself`
        : 'RouterOS adds switch rules of its own beside yours',
      primary: [property, `${name} adds rules`],
    }));
  },
});
