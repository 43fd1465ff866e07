// Routing of stacked VLANs: a VLAN interface on a VLAN interface of the bridge.

import { vlansHeldBy } from '../held.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const qinqRouted = defineRule({
  id: 'l3hw/qinq-routed',
  cost: 'M',

  check: aboutEach(vlansHeldBy('l3hw/qinq-routed'), ({ parent }, { network }) => ({
    what: 'stacked VLANs are routed by the CPU',
    primary: ['interface', `inside VLAN ${network.vlanInterfaces.get(parent)?.vid ?? parent}`],
  })),
});
