// A VLAN interface as a port of a bridge.

import type { Bridge, Network } from '../../forwarding/network/network.ts';
import { bridges, defineRule, type Finding, ofEach } from '../rule.ts';
import { sendsTaggedBpdus, vlanPorts } from '../vlan-ports.ts';

export const vlanIfaceAsBridgePort = defineRule({
  id: 'l2/vlan-iface-as-bridge-port',
  cost: 'H',

  check: ofEach(bridges, (bridge, { network }) => {
    const mild = mildness(network, bridge);
    return vlanPorts(network, bridge).map(({ port, vlan }) => ({
      subject: port.item,
      affects: [vlan.item],
      ...mild,
      what: `VLANs in \`${bridge.name}\` are bridged by the CPU`,
      primary: ['interface', `VLAN ${vlan.vid} of \`${vlan.parent}\``],
      related: [[vlan.item, 'interface', 'the VLAN interface']],
    }));
  }),
});

/** Where no second way can exist, spanning tree has less to break. */
function mildness(network: Network, bridge: Bridge): Partial<Finding> {
  if (bridge.ports.length === 1) return { cost: 'L', why: alone };
  if (!sendsTaggedBpdus(bridge)) return { cost: 'M', why: withoutBpdus };
  const others = bridge.ports.filter((port) => !network.vlanInterfaces.has(port.interface));
  const isWireless = others.length > 0 && others.every((port) => network.kindOf(port.interface) === 'wireless');
  return isWireless && bridge.ports.length - others.length === 1 ? { cost: 'M' } : {};
}

const alone = 'The VLAN is the only port of the bridge, so there is nothing that the CPU would have to switch.';

const withoutBpdus =
  'Every frame of the VLAN passes the CPU. There is no spanning tree on this bridge that could break a loop.';
