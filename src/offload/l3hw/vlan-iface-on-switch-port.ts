// A VLAN interface directly on a switch port or a bond: chips route VLANs of a bridge, not of a port.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { legOf } from '../../forwarding/legs/leg.ts';
import { propertyValue } from '../../model/config.ts';
import { setNamed, word } from '../fix.ts';
import { aboutEach, defineRule, routed, vlans } from '../rule.ts';

export const vlanIfaceOnSwitchPort = defineRule({
  id: 'l3hw/vlan-iface-on-switch-port',
  cost: 'C',

  check: aboutEach(routed(vlans), ({ name, item, parent, parentKind, vid }, { network }) => {
    const chip = network.offload?.switch;
    const fact = chip?.fact('l3.vlan-on-port');
    const leg = legOf(network, name, 4);
    if (!chip || leg.reason?.cause.code !== 'l3hw/vlan-iface-on-switch-port') return [];
    if (network.bridgePorts.has(name)) return []; // `vlan-iface-as-bridge-port` speaks for those.
    if (!fact && parentKind === 'port') {
      return {
        placement: 'unknown',
        what: 'it is not documented whether this chip routes VLAN interfaces that sit on a port',
        primary: ['interface', `VLAN ${vid} on \`${parent}\``],
      };
    }
    const bridge = [...network.bridges.values()].find(({ switches }) => switches.includes(chip))?.name;
    const carrier = word(bridge ?? 'bridge1');
    return {
      placement: 'unpredictable',
      ...(!allEnds(network).some((end) => end.name === name) && { cost: 'M' }),
      what: 'VLAN interfaces on ports are not routed in hardware and may be forwarded past the firewall',
      primary: ['interface', `VLAN ${vid} sits on \`${parent}\`, not on a bridge`],
      ...(fact && { evidence: [fact.says('the chip does not route VLAN interfaces that sit on a port')] }),
      fix: [
        'carry the VLAN over the bridge, whose MAC address it takes',
        ...(bridge ? [] : [`/interface/bridge add name=${carrier} vlan-filtering=yes`]),
        `/interface/bridge/port add bridge=${carrier} interface=${word(parent)} frame-types=admit-only-vlan-tagged`,
        `/interface/bridge/vlan add bridge=${carrier} tagged=${carrier},${word(parent)} vlan-ids=${vid}`,
        setNamed('/interface/vlan', propertyValue(item, 'name') ?? name, `interface=${carrier}`),
      ],
    };
  }),
});
