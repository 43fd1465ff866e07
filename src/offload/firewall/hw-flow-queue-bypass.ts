// Queues for traffic that the chip routes: the packets never reach them.

import { hardwareEnds, routesInHardware } from '../../forwarding/ends.ts';
import { label } from '../locations.ts';
import { shapedEnds } from '../queues.ts';
import { defineRule } from '../rule.ts';

export const hwFlowQueueBypass = defineRule({
  id: 'firewall/hw-flow-queue-bypass',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: [],
  summary: 'Software queues do not shape what the chip forwards',
  why: 'The CPU never sees these packets, so no queue holds them back: the limit does not apply.',
  remedy: 'Shape in the chip: `egress-rate` of a port, QoS in hardware, or the rate of a switch rule.',

  check({ network }) {
    if (!routesInHardware(network)) return [];
    const inHardware = new Set(hardwareEnds(network, 4));
    return shapedEnds(network).flatMap(({ queue, property, ends }) => {
      const end = [...ends].find((each) => inHardware.has(each));
      if (!end) return [];
      return [
        {
          subject: queue,
          placement: 'unpredictable',
          what: 'queues do not hold for what the chip routes: it never reaches them',
          primary: label(queue, property, `\`${end.name}\` is routed in hardware`),
        },
      ];
    });
  },
});
