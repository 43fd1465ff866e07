// VLANs of the bridge that nobody switched on.

import type { Bridge } from '../../forwarding/network.ts';
import { enabledItemsOf, type Item, isDynamic, propertyValue } from '../../model/config.ts';
import { defineRule, type RuleContext } from '../rule.ts';
import { switchVlans } from '../vlan-ports.ts';

interface Sign {
  readonly item: Item;
  readonly property: string;
  readonly text: string;
}

export const pvidWithoutVlanFiltering = defineRule({
  id: 'l2/pvid-without-vlan-filtering',
  cost: 'H',
  implies: ['l3hw/vlan-filtering-off'],
  summary: 'pvid, frame types and the bridge VLAN table have no effect without `vlan-filtering=yes`',
  why: 'All ports of the bridge are one network: the separation that is written here does not exist.',
  remedy: 'Complete the bridge VLAN table, a way to the device included, then switch VLAN filtering on.',

  check: (context) =>
    [...context.network.bridges.values()].flatMap((bridge) => {
      const [first, ...others] = bridge.vlanFiltering || bridge.ports.length < 2 ? [] : signsOf(context, bridge);
      if (!first) return [];
      return {
        subject: bridge.item,
        affects: bridge.ports.map(({ item }) => item),
        placement: 'unpredictable' as const,
        what: `the VLANs of \`${bridge.name}\` do not separate anything, because it does not filter VLANs`,
        primary: ['vlan-filtering', 'no VLAN filtering'],
        related: [first, ...others].map(({ item, property, text }) => [item, property, text]),
        ...(switchVlans(context.network).length > 0
          ? { cost: 'L' as const, why: inTheSwitch, fix: 'take the VLANs of the bridge out, which mean nothing here' }
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
function signsOf({ config }: RuleContext, { name, ports }: Bridge): readonly Sign[] {
  const signs: Sign[] = [];
  for (const { item, pvid, frameTypes } of ports) {
    const [pvidName, typeName] = item.menu === '/interface/vxlan' ? ['bridge-pvid', ''] : ['pvid', 'frame-types'];
    if (pvid !== 1) signs.push({ item, property: pvidName, text: 'without effect' });
    else if (frameTypes !== 'admit-all') signs.push({ item, property: typeName, text: 'without effect' });
  }
  for (const item of enabledItemsOf(config, '/interface/bridge/vlan')) {
    if (propertyValue(item, 'bridge') !== name || isDynamic(item)) continue;
    signs.push({ item, property: 'vlan-ids', text: 'without effect' });
  }
  return signs;
}
