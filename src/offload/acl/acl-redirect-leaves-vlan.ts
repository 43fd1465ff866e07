// A redirect to a port that is not in the VLAN of the packets.

import { masterOf } from '../../forwarding/masters.ts';
import type { Network } from '../../forwarding/network.ts';
import { isMember } from '../../forwarding/vlans.ts';
import { type Item, listValues, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { effectOf, rulesOfRoutingChip, targetPorts } from '../switch-rules.ts';

export const aclRedirectLeavesVlan = defineRule({
  id: 'acl/acl-redirect-leaves-vlan',
  cost: 'M',
  summary: 'Whether a redirect reaches a port outside the VLAN is not documented',
  why: 'The port that the rule sends packets to is not a member of their VLAN. Nobody has published whether the chip sends them anyway.',
  remedy: 'Make the port a member of the VLAN.',

  check: aboutEach(rulesOfRoutingChip, (item, { network }) => {
    const target = targetPorts(item)?.[0];
    const vid = vlanOf(network, item);
    if (effectOf(item) !== 'to-port' || target === undefined || vid === undefined) return [];
    if (!isOutside(network, target, vid)) return [];
    return {
      placement: 'unknown',
      what: 'whether redirected packets leave by a port outside their VLAN is not known',
      primary: ['new-dst-ports', `\`${target}\` is not in VLAN ${vid}`],
    };
  }),
});

/** A port of no bridge is in no VLAN; where it is a routed port, the rule about those speaks. */
function isOutside(network: Network, target: string, vid: number): boolean {
  const bridge = network.bridges.get(network.bridgePorts.get(target)?.bridge ?? '');
  if (!bridge) return !masterOf(network, target) && !network.l3Interfaces.get(target)?.addresses.length;
  return bridge.vlanFiltering && !isMember(network.members(bridge.name, vid), target);
}

/** The VLAN that the rule names, or that all of its ports assign. */
function vlanOf(network: Network, item: Item): number | undefined {
  const named = propertyValue(item, 'vlan-id');
  if (named !== undefined) return Number(named);
  const pvids = new Set(listValues(propertyValue(item, 'ports')).map((name) => network.bridgePorts.get(name)?.pvid));
  const [only] = pvids;
  return pvids.size === 1 ? only : undefined;
}
