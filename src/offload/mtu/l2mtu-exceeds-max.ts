// An L2MTU that the port does not take.

import { l2mtuOf } from '../../forwarding/network/stack.ts';
import { defineRule, ofEach, ports } from '../rule.ts';

/** Up to here every device with a recorded limit goes along. */
const common = 2000;

export const l2mtuExceedsMax = defineRule({
  id: 'mtu/l2mtu-exceeds-max',
  cost: 'M',
  datapath: 'l2-switching',

  check: ofEach(ports, (port, { network, target }) => {
    const set = l2mtuOf(port)?.set;
    const own = port.port.l2mtuMax;
    // The model's limit is that of its front ports; a port beside the chip has its own, or it is not documented.
    const isBeside = network.offload !== undefined && port.switch !== network.offload.switch;
    const fact = own ?? target.fact('l2mtu.max');
    if (set === undefined || !port.item || (isBeside && !own) || set <= (fact?.value ?? common)) return [];
    const [scope, whose] = own ? ['port', `\`${port.name}\``] : ['device', target.model];
    return {
      subject: port.item,
      placement: fact ? 'dropped' : 'unknown',
      what: fact
        ? `RouterOS refuses an L2MTU above ${fact.value} on this ${scope}`
        : 'the highest L2MTU of this device is not documented',
      primary: ['l2mtu', `of \`${port.name}\``],
      ...(fact && {
        evidence: [fact.says(`the highest L2MTU of ${whose} is ${fact.value}`)],
        fix: { set: 'l2mtu', to: String(fact.value), title: 'use the highest value' },
      }),
    };
  }),
});
