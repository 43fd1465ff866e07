// The addresses that DHCP servers of the device lease.

import { poolAddresses } from '../forwarding/network/address-lists.ts';
import type { Bridge, Network } from '../forwarding/network/network.ts';
import { sizeOf } from '../forwarding/packets/size-of.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';

/** DHCP servers on a bridge and its VLANs. */
export function serversOn({ config, vlanInterfaces }: Network, { name }: Bridge): readonly Item[] {
  return enabledItemsOf(config, '/ip/dhcp-server').filter((server) => {
    const owner = propertyValue(server, 'interface') ?? '';
    return owner === name || vlanInterfaces.get(owner)?.parent === name;
  });
}

/** Pools that servers lease from, each with the number of its addresses. */
export function poolsOf({ config }: Network, servers = enabledItemsOf(config, '/ip/dhcp-server')) {
  const used = new Set(servers.map((item) => propertyValue(item, 'address-pool')));
  return enabledItemsOf(config, '/ip/pool').flatMap((item) => {
    const name = propertyValue(item, 'name');
    return used.has(name) ? [{ item, size: sizeOf(poolAddresses(config, name, 4) ?? []) }] : [];
  });
}
