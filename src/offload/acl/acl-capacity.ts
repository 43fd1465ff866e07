// More switch rules than the chip's table holds: the rest is not installed, and what they should stop is let through.

import type { Network } from '../../forwarding/network/network.ts';
import { chipName } from '../../forwarding/network/ports.ts';
import { dynamicRules } from '../../forwarding/network/switch-rule-table.ts';
import type { Item } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { chips, defineRule, ofEach, type WrittenFinding } from '../rule.ts';
import { installedRules, rulesWith, tellingProperty } from '../switch-rules.ts';

export const aclCapacity = defineRule({
  id: 'acl/acl-capacity',
  cost: 'C',

  check: ofEach(chips, ({ switch: chip }, { network }) => ofChip(network, chip)),
});

function ofChip(network: Network, chip: Switch): readonly WrittenFinding[] {
  const size = chip.fact('acl.rules');
  const rules = installedRules(network, chip);
  const beyond = rulesWith('acl/acl-capacity', 'all')(network).filter(({ rule }) => rule.chip === chip.name);
  const [first] = beyond;
  if (!first) return [];
  if (!size) return [unknownSize(first.item, chipName(network, chip))];
  const related = dynamicRules(network, chip).sources.map(
    ({ item, name }) => [item, undefined, `${name} takes entries too`] as const,
  );
  return beyond.map(({ item, reason: { placement } }) => ({
    subject: item,
    placement,
    what: `${beyond.length} of ${rules.length} switch rules do not fit the ${size.value} entries of \`${chipName(network, chip)}\` and are not installed`,
    primary: [tellingProperty(item), 'beyond the end of the table'],
    ...(item === first.item && { related }),
    evidence: [size.says(`the table holds ${size.value} rules`)],
  }));
}

function unknownSize(first: Item, chip: string): WrittenFinding {
  return {
    subject: first,
    placement: 'unknown',
    what: `it is not documented how many switch rules \`${chip}\` holds`,
    primary: [tellingProperty(first), 'may or may not be installed'],
  };
}
