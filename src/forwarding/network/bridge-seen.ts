// Where a bridge hands tagged frames to the IP firewall, chains before routing see it in place of its VLAN interfaces.

import { derivedOnce } from '../../source/grouping.ts';
import { isByIp } from './bridges.ts';
import type { Network } from './network.ts';

/**
 * Interfaces by which the packets come that a rule of a chain means with these names. Source: manual,
 * bridging-and-switching, `use-ip-firewall-for-vlan`.
 */
export function bridgeSeen(network: Network, chain: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const isNamed = chain === 'prerouting';
  const vlans = hiddenVlans(network);
  if (vlans.length === 0 || !(isNamed || chain === 'dstnat')) return names;
  // Destination NAT is before routing too, but the manual names `prerouting` alone: there it may be either.
  const kept = [...names].filter((name) => !isNamed || !vlans.some((vlan) => vlan.name === name));
  return new Set([...kept, ...vlans.flatMap(({ name, bridge }) => (names.has(bridge) ? name : []))]);
}

const hiddenVlans = derivedOnce((network: Network) =>
  [...network.vlanInterfaces].flatMap(([name, { parent }]) => {
    const bridge = network.bridges.get(parent);
    return bridge?.vlanFiltering && isByIp(network, bridge) ? { name, bridge: parent } : [];
  }),
);
