// VLAN interfaces that are ports of a bridge: the way to bridge VLANs before bridges could filter them.

import type { Bridge, BridgePort, Network, VlanInterface } from '../forwarding/network.ts';
import { propertyValue } from '../model/config.ts';

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
