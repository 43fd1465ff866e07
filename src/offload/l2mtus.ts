// L2MTU of ports: how large a frame without its MAC header can be.

import type { Network, PhysicalPort } from '../forwarding/network.ts';
import { propertyValue } from '../model/config.ts';

/** No device leaves the factory with more, nor with as much; the manual speaks of about 1580. */
export const factoryL2mtuMax = 1600;

export interface PortL2mtu {
  readonly port: PhysicalPort;
  /** The value that is set; undefined = the factory's. */
  readonly set: number | undefined;
  /** The value that is set, or what the factory's cannot exceed. */
  readonly most: number;
}

/** Undefined for virtual ports, which have no such limit. */
export function l2mtuOf(port: PhysicalPort): PortL2mtu | undefined {
  if (port.port.medium === 'virtual') return undefined;
  const value = Number((port.item && propertyValue(port.item, 'l2mtu')) ?? Number.NaN);
  const set = Number.isInteger(value) ? value : undefined;
  return { port, set, most: set ?? factoryL2mtuMax };
}

/** The port below an interface that takes the smallest frames. */
export function narrowestBelow(network: Network, name: string): PortL2mtu | undefined {
  const vlan = network.vlanInterfaces.get(name);
  // A VLAN interface inherits the limit of its bridge, and with it that of ports outside of the VLAN.
  const ports = network.portsBelow(vlan?.parentKind === 'bridge' ? vlan.parent : name);
  return ports.flatMap((port) => l2mtuOf(port) ?? []).sort((a, b) => a.most - b.most)[0];
}
