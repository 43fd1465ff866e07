// DHCP snooping, ARP inspection and IP source guard on chips that do not know them.

import { bridgeConsumers } from '../../forwarding/network/switch-rule-table.ts';
import { featureLosses } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

/** Features without a rule of their own for the loss of hardware. */
const properties = ['dhcp-snooping', 'arp-inspection', 'ip-source-guard'] as const;

export const bridgeHwLost = defineRule({
  id: 'cpu-l2/bridge-hw-lost',
  cost: 'H',
  implies: ['l2/dhcp-snooping', 'l2/arp-inspection-ipsg'],

  check: ({ network }) =>
    properties.flatMap((property) => {
      const name = bridgeConsumers[property];
      return featureLosses(network, 'cpu-l2/bridge-hw-lost', { name, off: ['no', `switch ${name} off`] }, property);
    }),
});
