// A switch rule without an action: it accepts, and later rules are not tried.

import { effectOf } from '../../forwarding/acl/switch-rule-effects.ts';
import { defineRule } from '../rule.ts';
import { rulesOfRoutingChip, tellingProperty } from '../switch-rules.ts';

export const aclNoActionAccept = defineRule({
  id: 'acl/acl-no-action-accept',
  cost: 'i',

  check({ network }) {
    const rules = rulesOfRoutingChip(network);
    const lastDeny = rules.findLastIndex((rule) => effectOf(rule) === 'drop');
    return rules.flatMap((item, index) => {
      if (index >= lastDeny || effectOf(item) !== 'permit') return [];
      return {
        subject: item,
        placement: 'hardware',
        what: 'these switch rules permit what they match before later denies',
        primary: [tellingProperty(item), 'a permit'],
      };
    });
  },
});
