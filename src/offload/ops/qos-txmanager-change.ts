// Changes of transmit managers pause traffic.

import { documented } from '../evidence.ts';
import { defineRule } from '../rule.ts';

export const qosTxmanagerChange = defineRule({
  id: 'ops/qos-txmanager-change',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'plan',
  facts: [],
  summary: 'Changes of transmit managers and buffers pause traffic',
  why: 'Traffic stops for a moment while queues and buffers are laid out anew.',
  remedy: 'Make the change in a maintenance window.',
  evidence: [documented('routeros/qos', 'changes of transmit managers interrupt traffic')],

  check: () => [],

  judge(changes) {
    const found = changes.flatMap(({ menu }, index) =>
      menu.startsWith('/interface/ethernet/switch/qos/tx-manager') ? [index] : [],
    );
    return found.length === 0 ? [] : [{ changes: found, what: 'traffic stops for a moment while queues change' }];
  },
});
