// L2MTU of ports: how large a frame without its MAC header can be, and MTUs that do not fit into it.

import { type Item, propertyValue } from '../model/config.ts';
import type { InterfaceKind, PhysicalPort, PortL2mtu, TightMtu } from './network.ts';

/** No device leaves the factory with more, nor with as much; the manual speaks of about 1580. */
export const factoryL2mtuMax = 1600;

const tagBytes = 4;

/** Undefined for virtual ports, which have no such limit. */
export function l2mtuOf(port: PhysicalPort): PortL2mtu | undefined {
  if (port.port.medium === 'virtual') return undefined;
  const value = Number((port.item && propertyValue(port.item, 'l2mtu')) ?? Number.NaN);
  const set = Number.isInteger(value) ? value : undefined;
  return { port, set, most: set ?? factoryL2mtuMax };
}

const sizedKinds: ReadonlySet<InterfaceKind> = new Set(['port', 'bond', 'bridge', 'vlan']);

/** `below`: the ports whose L2MTU limits the interface. */
export function tightMtuOf(item: Item, kind: InterfaceKind, below: readonly PhysicalPort[]): TightMtu | undefined {
  const written = Number(propertyValue(item, 'mtu') ?? Number.NaN);
  const needed = written + (kind === 'vlan' ? tagBytes : 0);
  const ports = below.flatMap((port) => l2mtuOf(port) ?? []).filter(({ most }) => most < needed);
  const [narrowest] = ports.sort((a, b) => a.most - b.most);
  if (!narrowest || !sizedKinds.has(kind)) return undefined;
  return { written, isRefused: written > narrowest.most, ports };
}
