// A redirect to a port that is not in the VLAN of the packets.

import type { Network } from '../../forwarding/network.ts';
import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { effectOf, rulesOfRoutingChip, targetPorts } from '../switch-rules.ts';

export const aclRedirectLeavesVlan = defineRule({
  id: 'acl/acl-redirect-leaves-vlan',
  cost: 'M',
  datapath: 'acl',
  summary: 'Whether a redirect reaches a port outside the VLAN is not documented',
  why: 'The port that the rule sends packets to is not a member of their VLAN. Nobody has published whether the chip sends them anyway.',
  remedy: 'Make the port a member of the VLAN.',

  check({ network }) {
    return rulesOfRoutingChip(network).flatMap((item) => {
      const target = targetPorts(item)?.[0];
      const vid = vlanOf(network, item);
      const member = network.bridgePorts.get(target ?? '');
      if (effectOf(item) !== 'to-port' || target === undefined || vid === undefined || !member) return [];
      const { tagged, untagged } = network.members(member.bridge, vid);
      if (network.bridges.get(member.bridge)?.vlanFiltering !== true || tagged.has(target) || untagged.has(target))
        return [];
      return {
        subject: item,
        placement: 'unknown',
        what: 'whether redirected packets leave by a port outside their VLAN is not known',
        primary: label(item, 'new-dst-ports', `\`${target}\` is not in VLAN ${vid}`),
      };
    });
  },
});

/** The VLAN that the rule names, or that all of its ports assign. */
function vlanOf(network: Network, item: Item): number | undefined {
  const named = propertyValue(item, 'vlan-id');
  if (named !== undefined) return Number(named);
  const pvids = new Set(listValues(propertyValue(item, 'ports')).map((name) => network.bridgePorts.get(name)?.pvid));
  const [only] = pvids;
  return pvids.size === 1 ? only : undefined;
}
