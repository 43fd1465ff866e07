// A switch rule behind one that matches everything that it matches.

import { type SwitchRule, switchRules } from '../../forwarding/acl.ts';
import { defineRule } from '../rule.ts';
import { effectOf, includes, rulesMax, tellingProperty } from '../switch-rules.ts';

export const aclShadowed = defineRule({
  id: 'acl/acl-shadowed',
  cost: 'M',
  summary: 'Of several switch rules that match a packet, only the first is applied',
  why: 'An earlier rule with another action matches everything that this rule matches, so it never applies.',
  remedy: 'Move the narrower rule to the front.',

  check({ network }) {
    const rules = switchRules(network).slice(0, rulesMax);
    return rules.flatMap((rule, index) => {
      const earlier = rules
        .slice(0, index)
        .find((each) => each.chip === rule.chip && differs(each, rule) && includes(network, each, rule));
      if (!earlier) return [];
      return {
        subject: rule.item,
        placement: 'unpredictable',
        what: 'switch rules never apply: an earlier rule matches all of their packets',
        primary: [tellingProperty(rule.item), 'never applies'],
        related: [[earlier.item, tellingProperty(earlier.item), 'matches first']],
        fix: 'move the narrower rule in front of the wider one',
      };
    });
  },
});

function differs(a: SwitchRule, b: SwitchRule): boolean {
  return effectOf(a.item) !== effectOf(b.item);
}
