// The addresses of a device, by the interface that has them.

import { interfaceAddress } from '../intent/schema-values.ts';
import { type Config, enabledItemsOf, isDynamic, propertyValue } from '../model/config.ts';
import { overlaps, type Prefix, parseInterfaceAddress, printAddress } from '../model/prefix.ts';

export interface OwnAddress {
  readonly host: Prefix;
  readonly network: Prefix;
  readonly text: string;
}

export type Addresses = ReadonlyMap<string, readonly OwnAddress[]>;

export function addressesOf(config: Config): Addresses {
  const addresses = new Map<string, OwnAddress[]>();
  for (const menu of ['/ip/address', '/ipv6/address'] as const) {
    for (const item of enabledItemsOf(config, menu)) {
      const text = propertyValue(item, 'address') ?? '';
      const on = propertyValue(item, 'interface');
      // An address that a pool completes is none that a site could name.
      if (isDynamic(item) || on === undefined || item.properties.has('from-pool')) continue;
      const whole = text.includes('/') ? text : `${text}/${menu === '/ip/address' ? 32 : 64}`;
      const parsed = parseInterfaceAddress(whole);
      if (!parsed || !interfaceAddress.safeParse(whole).success) continue;
      // Point-to-point links name the other end as their network, which a site does not.
      const network = propertyValue(item, 'network');
      if (network !== undefined && network !== printAddress(parsed.network)) continue;
      const known = addresses.get(on);
      // Several addresses of one network on one interface: a site has one of them in its words.
      if (known?.some(({ network: before }) => overlaps(before, parsed.network))) continue;
      if (known) known.push({ ...parsed, text: whole });
      else addresses.set(on, [{ ...parsed, text: whole }]);
    }
  }
  return addresses;
}
