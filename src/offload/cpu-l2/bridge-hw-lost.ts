// DHCP snooping, ARP inspection and IP source guard on chips that do not know them.

import { featureLosses, plainBridgeFacts } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

/** Features without a rule of their own for the loss of hardware. */
const names = {
  'dhcp-snooping': 'DHCP snooping',
  'arp-inspection': 'ARP inspection',
  'ip-source-guard': 'IP source guard',
};

export const bridgeHwLost = defineRule({
  id: 'cpu-l2/bridge-hw-lost',
  cost: 'H',
  facts: ['l2.dhcp-snooping', 'l2.arp-inspection', ...plainBridgeFacts],
  implies: ['l2/dhcp-snooping', 'l2/arp-inspection-ipsg'],
  summary: 'Snooping and inspection take the switch chip out of the bridge where it does not know them',
  why: 'Every frame between the ports of the bridge passes the CPU.',
  remedy: 'Switch the feature off on this device, and use it on a switch whose chip knows it.',

  check: ({ network }) =>
    Object.entries(names).flatMap(([property, name]) =>
      featureLosses(network, 'cpu-l2/bridge-hw-lost', { name, off: ['no', `switch ${name} off`] }, property),
    ),
});
