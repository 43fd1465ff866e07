// Addresses of interfaces and the networks that they connect.

import { enabledItemsOf, type Item, isYes, propertyValue, settingOf } from '../../model/config.ts';
import { type Prefix, parseInterfaceAddress, parsePrefix } from '../../model/prefix.ts';
import { type IntervalSet, prefixInterval, unionOf } from '../packets/space.ts';
import type { Address, Network } from './network.ts';

/**
 * Enabled static addresses; `disable-ipv6` leaves no IPv6 on the system (the manual's /ipv6/settings). What is written
 * for a port of a bridge is on the bridge (the manual's /ip/address, `actual-interface`).
 */
export function addressesOf({ config, bridgePorts }: Pick<Network, 'config' | 'bridgePorts'>): readonly Address[] {
  const read = (items: readonly Item[], parse: (item: Item, place: number) => Parsed) =>
    items.flatMap((item, place) => {
      const parsed = parse(item, place);
      const written = propertyValue(item, 'interface') ?? '';
      return parsed ? [{ item, interface: bridgePorts.get(written)?.bridge ?? written, ...parsed }] : [];
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
  const [text, mask] = [propertyValue(item, 'address') ?? '', propertyValue(item, 'netmask')];
  const parsed = parseInterfaceAddress(mask === undefined || text.includes('/') ? text : `${text}/${mask}`);
  if (!parsed || parsed.network.length < 32) return parsed;
  const peer = parsePrefix(propertyValue(item, 'network') ?? '');
  return peer ? { host: parsed.host, network: peer } : parsed;
}

/**
 * Without a mask RouterOS assumes /64; with `eui-64` the host part comes from the MAC, so the network stands for it. Of a
 * pool only the host part is known: a network for documentation stands for that of the device (RFC 9637).
 */
function ipv6Address(item: Item, place: number): Parsed {
  const isOfPool = (propertyValue(item, 'from-pool') ?? '') !== '';
  const text = propertyValue(item, 'address') ?? (isOfPool ? '::' : '');
  const parsed = parseInterfaceAddress(text.includes('/') ? text : `${text}/64`);
  if (!parsed) return undefined;
  const network = isOfPool ? { ...parsed.network, base: delegated.base + (BigInt(place) << 64n) } : parsed.network;
  const host = isYes(propertyValue(item, 'eui-64')) ? 0n : parsed.host.base - parsed.network.base;
  return { network, host: { ...parsed.host, base: network.base + host } };
}

/** What stands for networks of which only the device knows what its provider delegates. */
export const delegated: Prefix = { family: 6, base: 0x3fffn << 112n, length: 32 };
