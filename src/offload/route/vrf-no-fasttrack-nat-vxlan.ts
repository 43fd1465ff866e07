// FastTrack and NAT for traffic of a VRF: the chip does both in the main table only.

import { fasttrackMatches } from '../../forwarding/firewall/fasttrack-rules.ts';
import { firewallOf, type NameMatch } from '../../forwarding/firewall/firewall.ts';
import { vrfsOnChip } from '../../forwarding/paths/side.ts';
import { families } from '../../model/prefix.ts';
import { defineRule } from '../rule.ts';

export const vrfNoFasttrackNatVxlan = defineRule({
  id: 'route/vrf-no-fasttrack-nat-vxlan',
  cost: 'M',
  datapath: 'fasttrack',

  check({ network }) {
    if (network.offload?.switch.fact('l3.vrf')?.value === false) return []; // Then the VRF itself is the matter.
    const members = new Set(vrfsOnChip(network).flatMap(({ interfaces }) => interfaces));
    const isMember = ({ names, negated }: NameMatch) => !negated && [...names].some((name) => members.has(name));
    return families.flatMap((family) => {
      const nat = firewallOf(network, family).all('nat');
      return [...fasttrackMatches(network, family), ...nat.filter(({ action }) => action !== 'accept')]
        .filter(({ inInterface, outInterface }) => [...inInterface, ...outInterface].some(isMember))
        .map(({ item }) => ({
          subject: item,
          what: 'FastTrack and NAT of a VRF stay on the CPU',
          primary: ['action', 'names an interface of a VRF'] as const,
        }));
    });
  },
});
