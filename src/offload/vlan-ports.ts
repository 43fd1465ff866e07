// Ports that get VLANs in other ways than by the bridge's table: VLAN interfaces as ports, and switch rules.

import type { Bridge, BridgePort, Network, VlanInterface } from '../forwarding/network.ts';
import { enabledItemsOf, listValues, propertyValue } from '../model/config.ts';

export interface VlanPort {
  readonly port: BridgePort;
  readonly vlan: VlanInterface;
}

export function vlanPorts(network: Network, bridge: Bridge): readonly VlanPort[] {
  return bridge.ports.flatMap((port) => {
    const vlan = network.vlanInterfaces.get(port.interface);
    return vlan ? [{ port, vlan }] : [];
  });
}

/** Without a spanning tree protocol no tagged BPDUs leave by these ports. */
export function sendsTaggedBpdus({ item }: Bridge): boolean {
  return (propertyValue(item, 'protocol-mode') ?? 'rstp') !== 'none';
}

/** A port whose frames get their VLAN from switch rules has to be untagged in all of these VLANs. */
export function picksVlans({ config }: Network, name: string): boolean {
  return enabledItemsOf(config, '/interface/ethernet/switch/rule').some(
    (rule) => rule.properties.has('new-vlan-id') && listValues(propertyValue(rule, 'ports')).includes(name),
  );
}
