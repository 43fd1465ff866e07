// Switch rules about VLANs on a chip that knows VLANs only while the bridge filters them.

import { listValues, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule, restingOn } from '../rule.ts';
import { rulesOfChips } from '../switch-rules.ts';

const vlanProperties = ['vlan-header', 'new-vlan-id', 'vlan-id'];

export const rb5009VlanAcl = defineRule({
  id: 'cpu-l2/rb5009-vlan-acl',
  cost: 'M',
  datapath: 'acl',
  facts: ['acl.vlan-needs-filtering'],
  summary: 'On some chips switch rules know VLANs only with VLAN filtering on the bridge',
  why: 'A rule that matches or sets a VLAN has no effect, so what it is to drop or move passes.',
  remedy: 'Switch VLAN filtering on, or match by port instead.',

  check: aboutEach(rulesOfChips, ({ item, chip }, { network }) => {
    const fact = chip.fact('acl.vlan-needs-filtering');
    if (chip === network.offload?.switch || fact?.value === false) return [];
    const property = vlanProperties.find((name) => item.properties.has(name));
    const ports = listValues(propertyValue(item, 'ports'));
    const owners = [...network.bridges.values()].filter((bridge) =>
      bridge.ports.some(
        ({ interface: name }) =>
          network.ports.get(name)?.switch === chip && (ports.length === 0 || ports.includes(name)),
      ),
    );
    if (!property || owners.some(({ vlanFiltering }) => vlanFiltering)) return [];
    return restingOn(fact, 'whether VLAN matches of this chip need VLAN filtering', {
      placement: 'unpredictable',
      what: 'switch rules about VLANs have no effect without VLAN filtering',
      primary: [property, 'without effect'],
      related: owners.map((owner) => [owner.item, 'name', 'does not filter VLANs']),
      says: `VLAN matches of ${chip.chip} need VLAN filtering`,
    });
  }),
});
