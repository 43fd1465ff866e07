// The addresses that DHCP servers of the device lease.

import type { Bridge, Network } from '../forwarding/network/network.ts';
import { enabledItemsOf, type Item, listValues, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';

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
  const pools = enabledItemsOf(config, '/ip/pool').filter((item) => used.has(propertyValue(item, 'name')));
  return pools.map((item) => ({ item, size: poolSize(item) }));
}

/** Of an `/ip/pool` item: the sum of its ranges, `10.0.0.10-10.0.0.99` or `10.0.0.0/24`. */
function poolSize(pool: Item): number {
  return listValues(propertyValue(pool, 'ranges')).reduce((sum, range) => sum + sizeOf(range), 0);
}

function sizeOf(range: string): number {
  const [first = '', last] = range.split('-');
  const from = parsePrefix(first);
  const to = last === undefined ? undefined : parsePrefix(last);
  if (!from) return 0;
  return to ? Number(to.base - from.base) + 1 : 2 ** (32 - from.length);
}
