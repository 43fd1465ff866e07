// VRFs, and whether the chip would route their interfaces.

import { vrfCode, vrfReason } from '../forwarding/legs/device-reasons.ts';
import type { Network, Vrf } from '../forwarding/network/network.ts';
import { vrfsOnChip } from '../forwarding/paths/side.ts';
import type { Item } from '../model/config.ts';
import type { Switch } from '../profile/target.ts';
import { defineRule, ofRoutingChip, type Rule, type RuleText, type WrittenFinding } from './rule.ts';

/** Items that suffer when a VRF is not routed as it says: its addresses, routes and VLAN interfaces. */
function itemsOfVrf(network: Network, { name, interfaces }: Vrf): readonly Item[] {
  const members = new Set(interfaces);
  return [
    ...network.routes.filter(({ table }) => table === name).map(({ item }) => item),
    ...[...network.vlanInterfaces.values()].flatMap((vlan) => (members.has(vlan.name) ? [vlan.item] : [])),
  ];
}

/** A rule that finds nothing by itself: the engine says whether the chip routes in VRFs that packets enter there. */
export function defineVrfRule({
  what,
  open,
  known,
  ...rule
}: RuleText & {
  readonly what: string;
  /** In its place where nobody knows. */
  readonly open: string;
  known(vrf: Vrf, network: Network, chip: Switch): Partial<WrittenFinding>;
}): Rule {
  return defineRule({
    ...rule,
    facts: ['l3.vrf', 'l3.vrf-tables'],
    check: ofRoutingChip(({ chip, network }) =>
      vrfsOnChip(network).flatMap((vrf) => {
        const placement = vrfReason(network, chip, vrf.name)?.placement;
        // Of a chip of which nothing is known either may be.
        const isOpen = placement === 'unknown' && !chip.switch.fact('l3.vrf-tables');
        if (!placement || (vrfCode(chip) !== rule.id && !isOpen)) return [];
        return {
          subject: vrf.item,
          affects: itemsOfVrf(network, vrf),
          placement,
          what: placement === 'unknown' ? open : what,
          primary: ['interfaces', `\`${vrf.name}\` is entered in hardware`],
          ...(placement !== 'unknown' && known(vrf, network, chip.switch)),
        };
      }),
    ),
  });
}
