// A bond in a switch rule, on a RouterOS version whose rules know ports only.

import { bondsInSwitchRulesRemedy, bondsInSwitchRulesSince } from '../../model/switch-rule-bonds.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { routingChipRulesWith } from '../switch-rules.ts';

export const aclBondBefore717 = defineRule({
  id: 'acl/acl-bond-before-7.17',
  cost: 'M',
  summary: `Switch rules take bonds from RouterOS ${bondsInSwitchRulesSince} on`,
  why: 'This version refuses the rule, or takes it and leaves it inactive: what it should keep out gets in.',
  remedy: `Use RouterOS ${bondsInSwitchRulesSince} or newer.`,
  uncertainty: 'No source says whether a rule that lists the ports of a bond sees what enters by the bond.',

  check: aboutEach(routingChipRulesWith('acl/acl-bond-before-7.17'), ({ rule: { ports } }, { network }) => {
    const bond = [...(ports ?? [])].find((name) => network.bonds.has(name));
    return {
      placement: 'unknown',
      isCertainOfSome: true,
      what: 'this RouterOS version knows no bonds in switch rules',
      primary: ['ports', `\`${bond}\` is a bond`],
      fix: bondsInSwitchRulesRemedy,
    };
  }),
});
