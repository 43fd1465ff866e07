// Interfaces that do not learn ARP: hosts without a static entry are reached by nobody.

import { silentReason } from '../../forwarding/cpu/neighbour.ts';
import { routedEnds } from '../../forwarding/legs/ends.ts';
import { entriesInto } from '../../forwarding/network/attachments.ts';
import { replaceValue } from '../fix.ts';
import { defineRule } from '../rule.ts';

export const arpModeNonlearning = defineRule({
  id: 'route/arp-mode-nonlearning',
  cost: 'M',

  check: ({ network }) =>
    routedEnds(network, 4).flatMap(({ name, interface: { item } }) => {
      // Nobody is behind a bridge without ports, which stands for the device itself.
      if (!item || entriesInto(network, name).length === 0 || !silentReason(network, name, 4)) return [];
      return {
        subject: item,
        placement: 'dropped',
        what: `hosts behind \`${name}\` are not reached: the interface learns no ARP and has no static entries`,
        primary: ['arp', 'learns nothing'],
        fix: replaceValue(item, 'arp', 'enabled', 'let the interface learn ARP'),
      };
    }),
});
