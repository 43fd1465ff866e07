// FastTrack in place of hardware routing: the chip holds a few thousand connections.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { portsOfRoutingChip } from '../held.ts';
import { defineRule } from '../rule.ts';

export const fasttrackOverReliance = defineRule({
  id: 'firewall/fasttrack-over-reliance',
  cost: 'L',

  check({ network }) {
    const chip = network.offload;
    const ports = portsOfRoutingChip(network);
    const [rule] = fasttrackRules(network, 4);
    if (!chip?.l3Offload || !rule || ports.some(({ l3Offload }) => l3Offload !== false)) return [];
    if (chip.switch.fact('l3.fasttrack')?.value === false) return [];
    const size = chip.switch.fact('l3.fasttrack-connections');
    return {
      subject: rule,
      placement: size ? 'fasttrack' : 'unknown',
      what: size
        ? `at most ${size.value} connections are in hardware; everything else loads the CPU`
        : 'only FastTrack connections are in hardware, and it is not documented how many this chip holds',
      primary: ['action', 'the only way into hardware here'],
      ...(size && { evidence: [size.says(`the chip holds ${size.value} connections`)] }),
    };
  },
});
