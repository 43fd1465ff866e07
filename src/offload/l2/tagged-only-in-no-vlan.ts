// Ports for tagged frames alone that no VLAN has as a member.

import type { Bridge, BridgePort, Network } from '../../forwarding/network.ts';
import { isMember, vlansOf } from '../../forwarding/vlans.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { aboutEach, bridgePorts, defineRule } from '../rule.ts';

export const taggedOnlyInNoVlan = defineRule({
  id: 'l2/tagged-only-in-no-vlan',
  cost: 'M',
  summary: 'A port that admits tagged frames alone has to be a member of a VLAN',
  why: 'Untagged frames do not get in, tagged ones do not get out: of each VLAN the port has to be a member.',
  remedy: 'Write the port into `tagged=` of the VLANs that it is to carry.',

  check: aboutEach(bridgePorts, ({ bridge, port }, { network }) => {
    if (!passesNothing(network, bridge, port)) return [];
    return {
      placement: 'dropped',
      what: `ports of \`${bridge.name}\` pass no frames`,
      primary: ['frame-types', `\`${port.interface}\` is in no VLAN`],
      fix: `add \`${port.interface}\` to \`tagged=\` of the VLANs that it is to carry`,
    };
  }),
});

/** Radios get VLANs from their datapath, and MVRP learns them. */
function passesNothing(network: Network, bridge: Bridge, { item, interface: name, frameTypes }: BridgePort): boolean {
  if (!bridge.vlanFiltering || frameTypes !== 'admit-only-vlan-tagged') return false;
  if (network.portsBelow(name).length === 0 || isYes(propertyValue(bridge.item, 'mvrp'))) return false;
  if (isYes(propertyValue(item, 'tag-stacking'))) return false;
  return !vlansOf(network, bridge.name).some((vlan) => isMember(vlan, name));
}
