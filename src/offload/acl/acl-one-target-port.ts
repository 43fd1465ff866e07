// A redirect to several ports where the chip takes one.

import { aboutEach, defineRule, restingOn } from '../rule.ts';
import { rulesOfChips, targetPorts } from '../switch-rules.ts';

export const aclOneTargetPort = defineRule({
  id: 'acl/acl-one-target-port',
  cost: 'M',
  facts: ['acl.many-targets'],
  summary: 'On some chips a switch rule redirects to a single port or bond',
  why: 'RouterOS refuses the rule, so the packets are forwarded as if it did not exist.',
  remedy: 'Redirect to one port, or to a hardware bond.',

  check: aboutEach(rulesOfChips, ({ item, chip }) => {
    const fact = chip.fact('acl.many-targets');
    const targets = targetPorts(item);
    if (fact?.value === true || !targets || targets.length < 2) return [];
    return restingOn(fact, 'whether this chip redirects to several ports', {
      placement: 'unavailable',
      what: 'switch rules that redirect to several ports are refused',
      primary: ['new-dst-ports', `${targets.length} ports`],
      says: 'a rule redirects to one port or bond',
    });
  }),
});
