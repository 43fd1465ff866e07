// A bond in a switch rule, on a RouterOS version whose rules know ports only.

import { listValues, propertyValue } from '../../model/config.ts';
import {
  bondsInSwitchRulesRemedy,
  bondsInSwitchRulesSince,
  takesBondsInSwitchRules,
} from '../../model/switch-rule-bonds.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclBondBefore717 = defineRule({
  id: 'acl/acl-bond-before-7.17',
  cost: 'M',
  summary: `Switch rules take bonds from RouterOS ${bondsInSwitchRulesSince} on`,
  why: 'This version refuses the rule or leaves it inactive, so it does nothing.',
  remedy: `Use RouterOS ${bondsInSwitchRulesSince} or newer.`,
  uncertainty: 'No source says whether a rule that lists the ports of a bond sees what enters by the bond.',

  check: aboutEach(rulesOfRoutingChip, (item, { network, target }) => {
    const names = takesBondsInSwitchRules(target.routeros) ? [] : listValues(propertyValue(item, 'ports'));
    const bond = names.map((name) => network.bonds.get(name)).find((each) => each !== undefined);
    if (!bond) return [];
    return {
      placement: 'unavailable',
      what: 'switch rules with a bond do nothing in this RouterOS version',
      primary: ['ports', `\`${bond.name}\` is a bond`],
      fix: bondsInSwitchRulesRemedy,
    };
  }),
});
