// The addresses of a device, by the interface that has them.

import { NetworkIndex } from '../intent/network-index.ts';
import { type InterfaceAddress, interfaceAddress } from '../intent/schema-values.ts';
import {
  type Config,
  enabledItemsOf,
  type Item,
  isDynamic,
  isYes,
  itemsOf,
  listValues,
  propertyValue,
} from '../model/config.ts';
import { parseInterfaceAddress, printAddress } from '../model/prefix.ts';
import { append } from '../source/append.ts';
import { descriptionOf } from './comments.ts';
import { nameOf } from './names.ts';

export interface OwnAddress extends InterfaceAddress {
  readonly text: string;
  readonly description: string | undefined;
  /** Hosts of the network learn nothing of it; of an IPv4 address, always. */
  readonly isSilent: boolean;
}

export type Addresses = ReadonlyMap<string, readonly OwnAddress[]>;

/** `vrfs`: names of those that the site will have, apart from the main one. */
export function addressesOf(config: Config, vrfs: readonly string[]): Addresses {
  const vlans = new Set(itemsOf(config, '/interface/vlan').map(nameOf));
  const items = ['/ip/address' as const, '/ipv6/address' as const].flatMap((menu) => enabledItemsOf(config, menu));
  const named = items.flatMap((item) => {
    const on = propertyValue(item, 'interface');
    const address = nameableAddress(item);
    // Where no hosts are, a site has itself never offered as their router.
    const isSaid = on !== undefined && address && (address.isSilent || vlans.has(on));
    return isSaid ? [{ on, address }] : [];
  });
  const tables = new Map(
    enabledItemsOf(config, '/ip/vrf')
      .filter((item) => vrfs.includes(nameOf(item)))
      .flatMap((item) =>
        listValues(propertyValue(item, 'interfaces')).map((member) => [member, nameOf(item)] as const),
      ),
  );
  const inRows = rowInterfaces(config);
  const index = new NetworkIndex(named.map(({ address }) => address));
  const addresses = new Map<string, OwnAddress[]>();
  for (const { on, address } of named) {
    // A site has one address of a network in its words: of further ones on the interface, or of the network on another
    // interface, which RouterOS takes as well, the device gets rows.
    const places = [on, ...(inRows.has(on) ? [] : [`vrf ${tables.get(on) ?? 'main'}`])];
    const declared = places.map((vrf) => ({ ...address, vrf }));
    if (declared.some((each) => index.first(each, () => true))) continue;
    for (const each of declared) index.add(each);
    append(addresses, on, address);
  }
  return addresses;
}

/** Interfaces that a site has no words for, so that their addresses are rows anyhow. */
function rowInterfaces({ items }: Config): ReadonlySet<string> {
  const others = items.filter(({ menu }) =>
    /^\/interface\/(?!(?:bonding|bridge|ethernet|list|vlan)$)[^/]+$/.test(menu),
  );
  return new Set(['lo', ...others.map(nameOf)]);
}

/** What people wrote beside the addresses of an interface: a site has no place for it but the interface's own. */
export function descriptionAmong(addresses: readonly OwnAddress[]): string | undefined {
  return addresses.find(({ description }) => description !== undefined)?.description;
}

/** Undefined for what a site has no words for. */
function nameableAddress(item: Item): OwnAddress | undefined {
  // An address that a pool completes is none that a site could name.
  if (isDynamic(item) || item.properties.has('from-pool')) return undefined;
  const written = propertyValue(item, 'address') ?? '';
  const text = written.includes('/') ? written : `${written}/${item.menu === '/ip/address' ? 32 : 64}`;
  const parsed = parseInterfaceAddress(text);
  if (!parsed || !interfaceAddress.safeParse(text).success) return undefined;
  // Point-to-point links name the other end as their network, which a site does not.
  const network = propertyValue(item, 'network') ?? printAddress(parsed.network);
  if (network !== printAddress(parsed.network)) return undefined;
  const isSilent = item.menu === '/ip/address' || !isYes(propertyValue(item, 'advertise') ?? 'yes');
  return { ...parsed, text, description: descriptionOf(item), isSilent };
}
