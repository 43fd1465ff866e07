// One bridge for each VLAN, with a VLAN interface of every trunk in it: VLANs as tunnels.

import { bridges, defineRule, ofEach } from '../rule.ts';
import { sendsTaggedBpdus, vlanPorts } from '../vlan-ports.ts';

export const vlanOverBridgeTunnelStyle = defineRule({
  id: 'cpu-l2/vlan-over-bridge-tunnel-style',
  cost: 'H',
  implies: ['l2/vlan-iface-as-bridge-port', 'cpu-l2/vlan-in-bridge-with-physical'],

  check: ofEach(bridges, (bridge, { network }) => {
    const members = vlanPorts(network, bridge);
    if (new Set(members.map(({ vlan }) => vlan.parent)).size < 2) return [];
    return members.map(({ port, vlan }) => ({
      subject: port.item,
      affects: [bridge.item, vlan.item],
      // The manual's own workaround is to do without spanning tree; the speed remains that of the CPU.
      ...(!sendsTaggedBpdus(bridge) && { cost: 'M' }),
      what: `VLANs of several trunks are bridged by the CPU in \`${bridge.name}\``,
      primary: ['interface', `VLAN ${vlan.vid} of \`${vlan.parent}\``],
      related: [[vlan.item, 'interface', 'a VLAN interface for each trunk']],
      fix: [
        'use one bridge with VLAN filtering',
        '/interface/bridge add name=<bridge> vlan-filtering=no',
        `/interface/bridge/port add bridge=<bridge> interface=${vlan.parent}`,
        `/interface/bridge/vlan add bridge=<bridge> vlan-ids=${vlan.vid} tagged=<bridge>,<the trunks>`,
        '/interface/bridge set <bridge> vlan-filtering=yes',
      ],
    }));
  }),
});
