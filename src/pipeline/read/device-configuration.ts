// What of a device's reading is configuration. RouterOS adds items by itself; most of them follow from what is
// configured, and the network derives them anew.

import { type Config, type Item, isDynamic, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';

export function configurationOf(reading: Config): Config {
  return { ...reading, items: reading.items.filter((item) => !isDynamic(item) || isLearnedRoute(item)) };
}

/**
 * A route from DHCP, PPP or a routing protocol: nothing in the configuration says it. Connected ones name an
 * interface.
 */
function isLearnedRoute(item: Item): boolean {
  if (item.menu !== '/ip/route' && item.menu !== '/ipv6/route') return false;
  const [gateway = ''] = (propertyValue(item, 'gateway') ?? '').split(/[,%@]/);
  return parsePrefix(gateway) !== undefined;
}
