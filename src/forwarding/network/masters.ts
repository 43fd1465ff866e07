// Who owns a port, the bridge or bond that takes its frames; and over which bridge an interface is reached.

import { firstOf } from '../../source/grouping.ts';
import type { Bond, Bridge, Network, Reference } from './network.ts';

/** The bridge or bond that an interface belongs to, and what says so; undefined for one that stands alone. */
export function masterOf(network: Network, name: string): (Reference & { readonly name: string }) | undefined {
  const membership = network.bridgePorts.get(name);
  if (membership) return { name: membership.bridge, item: membership.item, property: 'bridge' };
  const bond = bondOf(network, name);
  return bond && { name: bond.name, item: bond.item, property: 'slaves' };
}

export function bondOf({ bonds }: Network, name: string): Bond | undefined {
  return firstOf(bonds.values(), ({ slaves }) => slaves.includes(name));
}

/** The bridge that a port is in. */
export function bridgeOf({ bridges, bridgePorts }: Network, port: string): Bridge | undefined {
  return bridges.get(bridgePorts.get(port)?.bridge ?? '');
}

/** The bridge that an L3 interface is, or is a VLAN of. */
export function bridgeBelow({ bridges, vlanInterfaces }: Network, name: string): string | undefined {
  return [name, vlanInterfaces.get(name)?.parent].find((each) => each !== undefined && bridges.has(each));
}
