// Queues for traffic that the chip routes: the packets never reach them.

import { defineSparedRule } from '../spared.ts';

export const hwFlowQueueBypass = defineSparedRule({
  id: 'firewall/hw-flow-queue-bypass',
  cost: 'H',
  summary: 'Software queues do not shape what the chip forwards',
  why: 'The CPU never sees these packets, so no queue holds them back: the limit does not apply.',
  remedy: 'Shape in the chip: `egress-rate` of a port, QoS in hardware, or the rate of a switch rule.',

  words: ({ item, from, to }) => ({
    what: 'queues do not hold for what the chip routes: it never reaches them',
    primary: [
      item.menu === '/queue/simple' ? 'target' : 'parent',
      `\`${from.name}\` to \`${to.name}\` is routed in hardware`,
    ],
  }),
});
