// Tunnels with a FastPath setting of their own.

import type { Network, Reference } from '../forwarding/network.ts';
import { vtepsAt } from '../forwarding/vxlan.ts';
import { enabledItemsOf, type Item, type MenuPath, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';

export interface Tunnel {
  readonly name: string;
  readonly item: Item;
  /** Bytes that the tunnel adds to an IP packet that it carries, over IPv4. */
  readonly overhead: number;
  /** Where the outer packets go, as written; several for VXLAN. */
  readonly remotes: readonly string[];
  /** `allow-fast-path`, by its default where nothing is set. */
  readonly allowsFastpath: boolean;
}

/** Outer headers: IP 20; GRE 4, with a key 8; the Ethernet header inside 14; UDP and VXLAN 16. */
const kinds: readonly (readonly [MenuPath, number])[] = [
  ['/interface/eoip', 42],
  ['/interface/gre', 24],
  ['/interface/ipip', 20],
  ['/interface/vxlan', 50],
];

export function fastpathTunnels(network: Network): readonly Tunnel[] {
  return kinds.flatMap(([menu, overhead]) =>
    enabledItemsOf(network.config, menu).map((item) => {
      const name = propertyValue(item, 'name') ?? item.key;
      return {
        name,
        item,
        overhead,
        remotes:
          menu === '/interface/vxlan'
            ? vtepsAt(network, name).map(({ address }) => address)
            : [propertyValue(item, 'remote-address') ?? ''],
        allowsFastpath: propertyValue(item, 'allow-fast-path') !== 'no',
      };
    }),
  );
}

/** Whether outer packets of the tunnel are to be encrypted: by its own secret, or by a policy for its far end. */
export function ipsecOf({ config }: Network, tunnel: Tunnel): Reference | undefined {
  if (tunnel.item.properties.has('ipsec-secret')) return { item: tunnel.item, property: 'ipsec-secret' };
  const policy = enabledItemsOf(config, '/ip/ipsec/policy').find((item) => {
    const target = parsePrefix(propertyValue(item, 'dst-address') ?? '');
    return target?.length === 32 && tunnel.remotes.some((remote) => parsePrefix(remote)?.base === target.base);
  });
  return policy && { item: policy, property: 'dst-address' };
}
