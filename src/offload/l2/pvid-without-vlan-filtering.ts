// VLANs of the bridge that nobody switched on.

import type { Bridge, Network, Reference } from '../../forwarding/network/network.ts';
import { enabledItemsOf, isDynamic, propertyValue } from '../../model/config.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';
import { switchVlans } from '../vlan-ports.ts';

export const pvidWithoutVlanFiltering = defineRule({
  id: 'l2/pvid-without-vlan-filtering',
  cost: 'H',
  implies: ['l3hw/vlan-filtering-off'],

  check: aboutEach(bridges, (bridge, { network }) => {
    const signs = bridge.vlanFiltering || bridge.ports.length < 2 ? [] : signsOf(network, bridge);
    if (signs.length === 0) return [];
    return {
      affects: bridge.ports.map(({ item }) => item),
      placement: 'unpredictable',
      what: `the VLANs of \`${bridge.name}\` do not separate anything, because it does not filter VLANs`,
      primary: ['vlan-filtering', 'no VLAN filtering'],
      related: signs.map(({ item, property }) => [item, property, 'without effect']),
      ...(switchVlans(network).length > 0
        ? { cost: 'L', why: inTheSwitch, fix: 'take the VLANs of the bridge out, which mean nothing here' }
        : { fix: switchOn }),
    };
  }),
});

const switchOn = {
  set: 'vlan-filtering',
  to: 'yes',
  title: 'switch VLAN filtering on, after the bridge VLAN table is complete',
};

const inTheSwitch =
  'The VLAN table of the switch separates the ports; what is written in the bridge has no part in it.';

/** What shows that somebody expects VLANs to be kept apart. */
function signsOf({ config }: Network, { name, ports }: Bridge): readonly Reference[] {
  const told = ports.flatMap(({ item, pvid, frameTypes }) => {
    const [pvidName, typeName] = item.menu === '/interface/vxlan' ? ['bridge-pvid', ''] : ['pvid', 'frame-types'];
    if (pvid !== 1) return { item, property: pvidName };
    return frameTypes === 'admit-all' ? [] : { item, property: typeName };
  });
  const rows = enabledItemsOf(config, '/interface/bridge/vlan').filter(
    (item) => propertyValue(item, 'bridge') === name && !isDynamic(item),
  );
  return [...told, ...rows.map((item) => ({ item, property: 'vlan-ids' }))];
}
