// The rules about L3 hardware offloading of switch, ports and VLANs.

import type { Rule } from '../rule.ts';
import { bridgeNotTagged } from './bridge-not-tagged.ts';
import { l2ChangeWhileL3hwOn } from './l2-change-while-l3hw-on.ts';
import { l3hwIngressOnlyOff } from './l3hw-ingress-only-off.ts';
import { l3hwPortOff } from './l3hw-port-off.ts';
import { l3hwSwitchOff } from './l3hw-switch-off.ts';
import { nonSwitchPortInL3hw } from './non-switch-port-in-l3hw.ts';
import { vlanFilteringOff } from './vlan-filtering-off.ts';
import { vlanIfaceOnSwitchPort } from './vlan-iface-on-switch-port.ts';

export const l3hwRules: readonly Rule[] = [
  bridgeNotTagged,
  l2ChangeWhileL3hwOn,
  l3hwIngressOnlyOff,
  l3hwPortOff,
  l3hwSwitchOff,
  nonSwitchPortInL3hw,
  vlanFilteringOff,
  vlanIfaceOnSwitchPort,
];
