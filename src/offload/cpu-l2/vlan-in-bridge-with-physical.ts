// A VLAN interface and a port in one bridge: tag here, no tag there.

import type { Bridge, BridgePort, Network, VlanInterface } from '../../forwarding/network/network.ts';
import { setNamed, word } from '../fix.ts';
import { bridges, defineRule, ofEach, type WrittenFinding, type WrittenFix } from '../rule.ts';
import { sendsTaggedBpdus, vlanPorts } from '../vlan-ports.ts';

export const vlanInBridgeWithPhysical = defineRule({
  id: 'cpu-l2/vlan-in-bridge-with-physical',
  cost: 'H',
  implies: ['l2/vlan-iface-as-bridge-port'],

  check: ofEach(bridges, (bridge, { network }) => {
    const physical = physicalPorts(network, bridge);
    const [first] = physical;
    if (!first) return [];
    return vlanPorts(network, bridge).map(({ port, vlan }) => {
      // The port below the VLAN interface in the same bridge: every frame has two ways in.
      const own = physical.find((each) => each.interface === vlan.parent);
      return {
        subject: port.item,
        ...(own ? loop(bridge, own, vlan) : mixture(bridge, first, vlan)),
        primary: ['interface', `VLAN ${vlan.vid} of \`${vlan.parent}\``],
        fix:
          vlan.parent === bridge.name
            ? ['take it out again: the bridge carries the VLAN already', withoutPort(port.interface)]
            : (ofTwo(network, bridge, vlan) ?? inOneBridge(network, bridge, own ? [] : physical, port, vlan)),
      };
    });
  }),
});

const twice =
  'Tagged frames of the port get into the bridge as they are and again by the VLAN interface. What the bridge does with them is not defined.';

type Consequence = Omit<WrittenFinding, 'subject' | 'primary' | 'fix'>;

function loop({ name, item }: Bridge, own: BridgePort, vlan: VlanInterface): Consequence {
  return {
    affects: [item, vlan.item],
    placement: 'unpredictable',
    what: `\`${own.interface}\` and a VLAN interface on it are both in \`${name}\`: frames loop or get lost`,
    related: [[own.item, 'interface', 'the port below it']],
    why: twice,
  };
}

function mixture(bridge: Bridge, untagged: BridgePort, vlan: VlanInterface): Consequence {
  return {
    affects: [...bridge.ports.map(({ item }) => item), vlan.item],
    ...(!sendsTaggedBpdus(bridge) && { cost: 'M' }),
    what: `a VLAN and ports without a tag are bridged by the CPU in \`${bridge.name}\``,
    related: [[untagged.item, 'interface', 'a port without a tag']],
  };
}

/** The port below is in another bridge already, and no port is in two. */
function ofTwo(network: Network, { name }: Bridge, { parent }: VlanInterface): WrittenFix | undefined {
  const other = network.bridgePorts.get(parent)?.bridge;
  if (other === undefined || other === name) return undefined;
  return `move the ports of \`${name}\` into \`${other}\`, which has \`${parent}\`, and keep the networks apart by VLAN filtering`;
}

/** The port below goes where the VLAN interface was; all that stand on it move to the bridge. */
function inOneBridge(
  { vlanInterfaces }: Network,
  bridge: Bridge,
  untagged: readonly BridgePort[],
  { interface: port }: BridgePort,
  vlan: VlanInterface,
): WrittenFix {
  const { vid, parent } = vlan;
  const moved = [...vlanInterfaces.values()].filter((each) => each.parent === parent);
  const asAccessPorts = [
    ...untagged.map((each) => setNamed('/interface/bridge/port', each.interface, `pvid=${vid}`)),
    setNamed('/interface/bridge/port', port, `interface=${word(parent)}`),
  ];
  return [
    'use one bridge with VLAN filtering',
    ...(untagged.length === 0 ? [withoutPort(port)] : asAccessPorts),
    ...moved.flatMap((each) => [
      setNamed('/interface/vlan', each.name, `interface=${word(bridge.name)}`),
      `/interface/bridge/vlan add bridge=${word(bridge.name)} vlan-ids=${each.vid} tagged=${word(`${bridge.name},${parent}`)}`,
    ]),
    setNamed('/interface/bridge', bridge.name, 'vlan-filtering=yes'),
  ];
}

function withoutPort(name: string): string {
  return `/interface/bridge/port remove [find interface=${word(name)}]`;
}

function physicalPorts(network: Network, { ports }: Bridge) {
  return ports.filter(({ interface: name }) => ['port', 'bond'].includes(network.kindOf(name) ?? ''));
}
