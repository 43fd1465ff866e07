// FastTrack and NAT for traffic of a VRF: the chip does both in the main table only.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { actionOf } from '../../forwarding/firewall/firewall.ts';
import { vrfsOnChip } from '../../forwarding/paths/side.ts';
import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { defineRule, type RuleContext } from '../rule.ts';

export const vrfNoFasttrackNatVxlan = defineRule({
  id: 'route/vrf-no-fasttrack-nat-vxlan',
  cost: 'M',
  datapath: 'fasttrack',
  facts: ['l3.vrf'],
  summary: 'The chip offloads FastTrack, NAT and VXLAN in the main table only',
  why: 'Connections of the VRF that need the firewall or NAT stay on the CPU.',
  remedy: 'Keep the uplink, NAT and tunnels in the main table.',

  check(context) {
    const { network } = context;
    if (network.offload?.switch.fact('l3.vrf')?.value === false) return []; // Then the VRF itself is the matter.
    const members = new Set(vrfsOnChip(network).flatMap(({ interfaces }) => interfaces));
    if (members.size === 0) return [];
    return rulesNaming(context, members).map((item) => ({
      subject: item,
      what: 'FastTrack and NAT of a VRF stay on the CPU',
      primary: ['action', 'names an interface of a VRF'],
    }));
  },
});

/** FastTrack and NAT rules that name an interface of a VRF, or a list with one. */
function rulesNaming({ network, config }: RuleContext, members: ReadonlySet<string>): readonly Item[] {
  const nat = enabledItemsOf(config, '/ip/firewall/nat').filter((item) => actionOf(item) !== 'accept');
  return [...fasttrackRules(network, 4), ...nat].filter((item) =>
    ['in-interface', 'out-interface', 'in-interface-list', 'out-interface-list'].some((property) => {
      const value = propertyValue(item, property) ?? '';
      return members.has(value) || [...network.interfaceListMembers(value)].some((name) => members.has(name));
    }),
  );
}
