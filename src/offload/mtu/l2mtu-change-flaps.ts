// L2MTU changes take all ports of the device down for a moment.

import { documented } from '../evidence.ts';
import { changesOf } from '../planned.ts';
import { defineRule } from '../rule.ts';

export const l2mtuChangeFlaps = defineRule({
  id: 'mtu/l2mtu-change-flaps',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'plan',
  facts: [],
  summary: 'A change of the L2MTU takes ports down and up again',
  why: 'All ports of the device lose their link for some seconds, the management port included.',
  remedy: 'Make the change in a maintenance window, for all ports at once.',
  evidence: [documented('routeros/mtu', 'changing the L2MTU makes ports flap')],

  check: () => [],

  judge(changes) {
    const found = changesOf(changes, ['/interface/ethernet'], ['l2mtu']);
    return found.length === 0 ? [] : [{ changes: found, what: 'all ports lose their link for a moment' }];
  },
});
