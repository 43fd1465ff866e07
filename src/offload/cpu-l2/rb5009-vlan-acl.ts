// Switch rules about VLANs on a chip that knows VLANs only while the bridge filters them.

import { aboutEach, defineRule } from '../rule.ts';
import { rulesWith } from '../switch-rules.ts';

export const rb5009VlanAcl = defineRule({
  id: 'cpu-l2/rb5009-vlan-acl',
  cost: 'M',
  datapath: 'acl',

  check: aboutEach(
    rulesWith('cpu-l2/rb5009-vlan-acl', 'all'),
    ({ item, rule, reason: { placement, cause } }, { network }) => {
      const owners = [...network.bridges.values()].filter((bridge) =>
        bridge.ports.some(
          ({ interface: name }) =>
            network.ports.get(name)?.switch?.name === rule.chip && (!rule.ports || rule.ports.has(name)),
        ),
      );
      return {
        placement,
        what:
          placement === 'unknown'
            ? 'it is not documented whether VLAN matches of this chip need VLAN filtering'
            : 'switch rules about VLANs have no effect without VLAN filtering',
        primary: { at: cause.at ?? item.origin, text: 'without effect' },
        evidence: cause.evidence,
        related: owners.map((owner) => [owner.item, 'name', 'does not filter VLANs']),
      };
    },
  ),
});
