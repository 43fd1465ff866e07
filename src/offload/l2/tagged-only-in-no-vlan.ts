// Ports for tagged frames alone that no VLAN has as a member.

import { portsWith } from '../bridge-offload.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const taggedOnlyInNoVlan = defineRule({
  id: 'l2/tagged-only-in-no-vlan',
  cost: 'M',

  check: aboutEach(portsWith('l2/tagged-only-in-no-vlan'), ({ bridge, port, reason: { placement, cause } }) => ({
    placement,
    what: `ports of \`${bridge.name}\` pass no frames`,
    primary: ['frame-types', cause.text],
    fix: `add \`${port.interface}\` to \`tagged=\` of the VLANs that it is to carry`,
  })),
});
