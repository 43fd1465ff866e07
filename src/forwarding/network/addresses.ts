// Addresses of interfaces and the networks that they connect.

import { type Config, enabledItemsOf, type Item, isYes, propertyValue, settingOf } from '../../model/config.ts';
import { parseInterfaceAddress, parsePrefix } from '../../model/prefix.ts';
import { type IntervalSet, prefixInterval, unionOf } from '../packets/space.ts';
import type { Address } from './network.ts';

/**
 * Enabled static addresses; one from a pool is left out, because only the device knows it, and `disable-ipv6` leaves no
 * IPv6 on the system (the manual's /ipv6/settings).
 */
export function addressesOf(config: Config): readonly Address[] {
  const read = (items: readonly Item[], parse: (item: Item) => Parsed) =>
    items.flatMap((item) => {
      const parsed = parse(item);
      return parsed ? [{ item, interface: propertyValue(item, 'interface') ?? '', ...parsed }] : [];
    });
  const withoutIpv6 = isYes(settingOf(config, '/ipv6/settings', 'disable-ipv6')?.value);
  const ipv6 = withoutIpv6 ? [] : enabledItemsOf(config, '/ipv6/address');
  return [...read(enabledItemsOf(config, '/ip/address'), ipv4Address), ...read(ipv6, ipv6Address)];
}

/** The hosts that they are, of one family. */
export function hostsAmong(addresses: readonly Address[], family: 4 | 6): IntervalSet {
  return unionOf(addresses.flatMap(({ host }) => (host.family === family ? prefixInterval(host) : [])));
}

/** The networks that they connect, of one family. */
export function networksAmong(addresses: readonly Address[], family: 4 | 6): IntervalSet {
  return unionOf(addresses.flatMap(({ network }) => (network.family === family ? prefixInterval(network) : [])));
}

type Parsed = ReturnType<typeof parseInterfaceAddress>;

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
