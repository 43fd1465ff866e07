// VRFs that the chip does not route, or not as they say: the engine finds them, and each rule has the words for one
// cause.

import { vrfCode, vrfReason } from '../../forwarding/legs/device-reasons.ts';
import { legOf } from '../../forwarding/legs/leg.ts';
import type { Network, Vrf } from '../../forwarding/network/network.ts';
import { vrfsOnChip } from '../../forwarding/paths/side.ts';
import type { Item } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { routeInHardware } from '../fix.ts';
import { aboutEach, defineRule, type Rule, type RuleHead, routed, type WrittenFinding } from '../rule.ts';

interface VrfCause extends RuleHead {
  readonly what: string;
  /** In its place where nobody knows. */
  readonly open: string;
  known(vrf: Vrf, network: Network, chip: Switch): Partial<WrittenFinding>;
}

const causes: readonly VrfCause[] = [
  {
    id: 'route/vrf-before-7.24',
    cost: 'C',
    what: 'this RouterOS version does not route VRFs in hardware: their traffic may follow the main table',
    open: 'it is not documented whether this RouterOS version routes VRFs in hardware on this chip',
    known: (_vrf, _network, chip) => {
      const fact = chip.fact('l3.vrf');
      return fact ? { evidence: [fact.says('VRFs are not routed in hardware in this version')] } : {};
    },
  },
  {
    id: 'route/vrf-unsupported-chip',
    cost: 'C',
    what: 'the chip knows no VRFs: their traffic may be routed by the main table',
    open: 'it is not documented whether this chip routes in VRFs',
    known({ interfaces }, network, chip) {
      const ports = interfaces.flatMap((name) => {
        const leg = legOf(network, name, 4);
        return leg.reason ? [] : leg.on.map((port) => port.name);
      });
      const fact = chip.fact('l3.vrf-tables') ?? chip.fact('l3.vrf');
      return {
        evidence: fact ? [fact.says('the chip has no VRF tables')] : [],
        fix: [
          'take the ports of the VRF off hardware routing',
          ...[...new Set(ports)].map((port) => routeInHardware('no', 'port', port)),
        ],
      };
    },
  },
];

export const vrfsOffChip: readonly Rule[] = causes.map(({ what, open, known, ...rule }) => {
  const check = aboutEach(routed(vrfsOnChip), (vrf, { network }) => {
    const chip = network.offload;
    const placement = chip && vrfReason(network, chip, vrf.name)?.placement;
    // Of a chip of which nothing is known either may be.
    const isOpen = placement === 'unknown' && !chip?.switch.fact('l3.vrf-tables');
    if (!chip || !placement || (vrfCode(chip) !== rule.id && !isOpen)) return [];
    return {
      affects: itemsOfVrf(network, vrf),
      placement,
      what: placement === 'unknown' ? open : what,
      primary: ['interfaces', `\`${vrf.name}\` is entered in hardware`],
      ...(placement !== 'unknown' && known(vrf, network, chip.switch)),
    };
  });
  return defineRule({ ...rule, check });
});

/** Items that suffer when a VRF is not routed as it says: its addresses, routes and VLAN interfaces. */
function itemsOfVrf(network: Network, { name, interfaces }: Vrf): readonly Item[] {
  const members = new Set(interfaces);
  return [
    ...network.routes.filter(({ table }) => table === name).map(({ item }) => item),
    ...[...network.vlanInterfaces.values()].flatMap((vlan) => (members.has(vlan.name) ? [vlan.item] : [])),
  ];
}
