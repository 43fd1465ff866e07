// A port that is taken out of hardware routing on purpose: its routed traffic meets the CPU, and with it the firewall.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { flaggedOff, portsOfRoutingChip } from '../held.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const l3hwPortOff = defineRule({
  id: 'l3hw/l3hw-port-off',
  cost: 'i',

  check: ofRoutingChip(({ network }) => {
    const onChip = portsOfRoutingChip(network);
    if (onChip.every(({ l3Offload }) => l3Offload === false)) return []; // `l3hw-all-ports-off` speaks for those.
    const routed = new Set(allEnds(network).flatMap(({ name }) => network.portsBelow(name)));
    return flaggedOff(onChip.filter((port) => routed.has(port))).map(({ item, name }) => ({
      subject: item,
      what: 'routed traffic of these ports goes through the CPU, as their flag asks',
      primary: ['l3-hw-offloading', `\`${name}\` is not routed in hardware`],
    }));
  }),
});
