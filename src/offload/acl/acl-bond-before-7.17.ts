// A bond in a switch rule, on a RouterOS version whose rules know ports only.

import { bondsInSwitchRulesRemedy, bondsInSwitchRulesSince } from '../../model/switch-rule-bonds.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesWithBadPorts } from '../switch-rules.ts';

export const aclBondBefore717 = defineRule({
  id: 'acl/acl-bond-before-7.17',
  cost: 'M',
  summary: `Switch rules take bonds from RouterOS ${bondsInSwitchRulesSince} on`,
  why: 'This version refuses the rule or leaves it inactive, so it does nothing.',
  remedy: `Use RouterOS ${bondsInSwitchRulesSince} or newer.`,
  uncertainty: 'No source says whether a rule that lists the ports of a bond sees what enters by the bond.',

  check: aboutEach(rulesWithBadPorts, ({ bad, isRouting }) => {
    const bond = bad.find(({ why }) => why === 'old-bond');
    if (!bond || !isRouting) return [];
    return {
      placement: 'unavailable',
      what: 'switch rules with a bond do nothing in this RouterOS version',
      primary: ['ports', `\`${bond.name}\` is a bond`],
      fix: bondsInSwitchRulesRemedy,
    };
  }),
});
