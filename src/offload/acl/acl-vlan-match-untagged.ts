// A VLAN matcher on a port where the VLAN is untagged.

import type { Network } from '../../forwarding/network.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { rulesOfRoutingChip } from '../switch-rules.ts';

export const aclVlanMatchUntagged = defineRule({
  id: 'acl/acl-vlan-match-untagged',
  cost: 'H',
  summary: 'Whether `vlan-id` matches untagged frames of an access port is not documented',
  why: 'Frames of this VLAN arrive without a tag at this port. Nobody has published whether the matcher sees the VLAN that the port assigns, so the rule may not match at all.',
  remedy: 'On access ports match by port alone; on trunks add `vlan-header=present`.',
  uncertainty: 'It was not measured.',

  check: aboutEach(rulesOfRoutingChip, (item, { network }) => {
    const vid = Number(propertyValue(item, 'vlan-id') ?? Number.NaN);
    if (!Number.isFinite(vid) || propertyValue(item, 'vlan-header') === 'present') return [];
    const port = listValues(propertyValue(item, 'ports')).find((name) => isUntagged(network, name, vid));
    if (port === undefined) return [];
    return {
      placement: 'unknown',
      what: 'whether these rules match is not known: the VLAN is untagged at the port',
      primary: ['vlan-id', `untagged at \`${port}\``],
      fix: 'match by port alone, without `vlan-id`',
    };
  }),
});

function isUntagged(network: Network, name: string, vid: number): boolean {
  const member = network.bridgePorts.get(name);
  return member !== undefined && network.members(member.bridge, vid).untagged.has(name);
}
