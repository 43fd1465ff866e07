// Stacked VLANs on a bridge whose chip snoops by the outer tag alone.

import type { Bridge, Network, VlanInterface } from '../../forwarding/network/network.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { aboutEach, bridges, defineRule, restingOn } from '../rule.ts';

export const igmpDoubleTag88e6xxx = defineRule({
  id: 'cpu-l2/igmp-double-tag-88e6xxx',
  cost: 'M',

  check: aboutEach(bridges, (bridge, { network }) => {
    const snooping = ['igmp-snooping', 'dhcp-snooping'].find((name) => isYes(propertyValue(bridge.item, name)));
    const stacked = snooping && stackedVlan(network, bridge);
    if (!stacked) return [];
    return bridge.switches.flatMap((chip) => {
      const fact = chip.fact('l2.snooping-outer-tag-only');
      if (fact?.value === false) return [];
      return restingOn(fact, 'which tag this chip snoops by', {
        affects: [stacked.item],
        placement: 'unpredictable',
        what: `snooping of \`${bridge.name}\` mistakes the VLANs of double-tagged packets`,
        primary: [snooping, `${chip.chip} reads one tag`],
        related: [[stacked.item, 'interface', 'a VLAN inside a VLAN of the bridge']],
        says: `${chip.chip} parses the first VLAN tag only`,
      });
    });
  }),
});

/** A VLAN interface on a VLAN interface of this bridge. */
function stackedVlan({ vlanInterfaces }: Network, { name }: Bridge): VlanInterface | undefined {
  return [...vlanInterfaces.values()].find((vlan) => vlanInterfaces.get(vlan.parent)?.parent === name);
}
