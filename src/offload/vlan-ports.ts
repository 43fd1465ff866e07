// Ports that get VLANs in other ways than by the bridge's table: VLAN interfaces as ports, and switch rules.

import type { Bridge, Network, Reference } from '../forwarding/network/network.ts';
import { enabledItemsOf, listValues, propertyValue } from '../model/config.ts';

export function vlanPorts(network: Network, bridge: Bridge) {
  return bridge.ports.flatMap((port) => {
    const vlan = network.vlanInterfaces.get(port.interface);
    return vlan ? [{ port, vlan }] : [];
  });
}

/** Without a spanning tree protocol no tagged BPDUs leave by these ports. */
export function sendsTaggedBpdus({ item }: Bridge): boolean {
  return (propertyValue(item, 'protocol-mode') ?? 'rstp') !== 'none';
}

/** Where the switch menu filters VLANs: the mode of a port, and rows of its table. */
export function switchVlans({ config }: Network): readonly Reference[] {
  const modes = enabledItemsOf(config, '/interface/ethernet/switch/port').filter(
    (item) => (propertyValue(item, 'vlan-mode') ?? 'disabled') !== 'disabled',
  );
  const rows = enabledItemsOf(config, '/interface/ethernet/switch/vlan');
  return [
    ...modes.map((item) => ({ item, property: 'vlan-mode' })),
    ...rows.map((item) => ({ item, property: 'vlan-id' })),
  ];
}

/** A port whose frames get their VLAN from switch rules has to be untagged in all of these VLANs. */
export function picksVlans({ config }: Network, name: string): boolean {
  return enabledItemsOf(config, '/interface/ethernet/switch/rule').some(
    (rule) => rule.properties.has('new-vlan-id') && listValues(propertyValue(rule, 'ports')).includes(name),
  );
}
