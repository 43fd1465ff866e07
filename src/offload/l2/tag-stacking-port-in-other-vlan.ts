// A port that stacks tags, in a VLAN that it can never be in.

import { isMember } from '../../forwarding/network/vlans.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { aboutEach, bridgePorts, defineRule } from '../rule.ts';

export const tagStackingPortInOtherVlan = defineRule({
  id: 'l2/tag-stacking-port-in-other-vlan',
  cost: 'M',

  check: aboutEach(bridgePorts, ({ item, bridge, port }, { network }) => {
    const isStacking = bridge.vlanFiltering && isYes(propertyValue(item, 'tag-stacking'));
    const { interface: name, pvid } = port;
    const isIn = (vid: number) => isMember(network.members(bridge.name, vid), name);
    const other = isStacking && network.vidsOf(bridge.name).find((vid) => vid !== pvid && isIn(vid));
    if (!other) return [];
    const [row] = network.members(bridge.name, other).items;
    return {
      placement: 'dropped',
      what: `VLAN ${other} does not work on \`${name}\`, which stacks tags`,
      primary: ['tag-stacking', `every frame gets VLAN ${pvid}`],
      ...(row && { related: [[row, 'vlan-ids', `\`${name}\` is written into VLAN ${other}`]] }),
    };
  }),
});
