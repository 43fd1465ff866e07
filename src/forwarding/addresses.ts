// Addresses of interfaces and the networks that they connect.

import { type Config, enabledItemsOf, type Item, isYes, propertyValue } from '../model/config.ts';
import { parseInterfaceAddress, parsePrefix } from '../model/prefix.ts';
import type { Address } from './network.ts';

/** Enabled static addresses; one from a pool is left out, because only the device knows it. */
export function addressesOf(config: Config): readonly Address[] {
  const addresses: Address[] = [];
  for (const item of enabledItemsOf(config, '/ip/address')) push(addresses, item, ipv4Address(item));
  for (const item of enabledItemsOf(config, '/ipv6/address')) push(addresses, item, ipv6Address(item));
  return addresses;
}

type Parsed = ReturnType<typeof parseInterfaceAddress>;

function push(addresses: Address[], item: Item, parsed: Parsed): void {
  if (parsed) addresses.push({ item, interface: propertyValue(item, 'interface') ?? '', ...parsed });
}

/** Without a mask it is a host; a host may name the other end of a point-to-point link in `network`. */
function ipv4Address(item: Item): Parsed {
  const parsed = parseInterfaceAddress(propertyValue(item, 'address') ?? '');
  if (!parsed || parsed.network.length < 32) return parsed;
  const peer = parsePrefix(propertyValue(item, 'network') ?? '');
  return peer ? { host: parsed.host, network: peer } : parsed;
}

/**
 * Without a mask RouterOS assumes /64; with `eui-64` the host part comes from the MAC, so the network stands for it.
 */
function ipv6Address(item: Item): Parsed {
  const text = propertyValue(item, 'address') ?? '';
  if (text === '' || (propertyValue(item, 'from-pool') ?? '') !== '') return undefined;
  const parsed = parseInterfaceAddress(text.includes('/') ? text : `${text}/64`);
  if (!parsed || !isYes(propertyValue(item, 'eui-64'))) return parsed;
  return { network: parsed.network, host: { ...parsed.network, length: 128 } };
}
