// A switch rule behind one that matches everything that it matches.

import { shadowOf } from '../../forwarding/switch-rule-effects.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesWith, tellingProperty } from '../switch-rules.ts';

export const aclShadowed = defineRule({
  id: 'acl/acl-shadowed',
  cost: 'M',
  summary: 'Of several switch rules that match a packet, only the first is applied',
  why: 'An earlier rule with another action matches everything that this rule matches, so it never applies.',
  remedy: 'Move the narrower rule to the front.',

  check: aboutEach(rulesWith('acl/acl-shadowed'), ({ item, rule, reason: { placement } }, { network }) => {
    const earlier = shadowOf(network, rule)?.item ?? item;
    return {
      placement,
      what: 'switch rules never apply: an earlier rule matches all of their packets',
      primary: [tellingProperty(item), 'never applies'],
      related: [[earlier, tellingProperty(earlier), 'matches first']],
      fix: 'move the narrower rule in front of the wider one',
    };
  }),
});
