// Rows of RouterOS in the words of a site: leases, DNS records, lists of interfaces and addresses.

import { rowWords } from '../intent/row-words.ts';
import { isRecord } from '../source/plain-data.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { contentTag, tag } from './tag.ts';

export function lowerRowWords(context: LowerContext): void {
  lowerInterfaceLists(context);
  lowerAddressLists(context);
  const { device, draft } = context;
  for (const { at, menu, columns } of rowWords) {
    const tags = new Map<string, number>();
    for (const [index, row] of (device.settings[at] ?? []).entries()) {
      const places = device.places.below(at, index);
      const settings = Object.entries(columns).flatMap(([word, { property }]) => {
        const value = textOf(word, isRecord(row) ? row[word] : undefined);
        return value === undefined || property === 'comment' ? [] : [[property, said(value, places.at(word))] as const];
      });
      const description = isRecord(row) && typeof row.description === 'string' ? row.description : undefined;
      const comment = contentTag([at], settings, { origin: places.at(), description, tags });
      draft.add(menu, places.at(), { ...Object.fromEntries(settings), comment });
    }
  }
}

/** As RouterOS writes it. */
function textOf(word: string, value: unknown): string | boolean | undefined {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'boolean') return word === 'enabled' ? !value : value;
  return value === undefined ? undefined : String(value);
}

function lowerInterfaceLists({ device, draft }: LowerContext): void {
  for (const [list, members] of Object.entries(device.settings['interface-lists'] ?? {})) {
    const origin = device.places.keyAt('interface-lists', list);
    draft.add('/interface/list', origin, { name: said(list, origin), comment: tag(['list', list], origin) });
    const at = device.places.at('interface-lists', list);
    for (const name of members) {
      const comment = tag(['list', list, name], at);
      draft.add('/interface/list/member', at, { list: said(list, origin), interface: said(name, at), comment });
    }
  }
}

function lowerAddressLists({ device, draft }: LowerContext): void {
  for (const [list, members] of Object.entries(device.settings['address-lists'] ?? {})) {
    const origin = device.places.keyAt('address-lists', list);
    const at = device.places.at('address-lists', list);
    for (const address of members) {
      const comment = tag(['list', list, address], at);
      const menu = address.includes(':') ? '/ipv6/firewall/address-list' : '/ip/firewall/address-list';
      draft.add(menu, at, { list: said(list, origin), address: said(address, at), comment });
    }
  }
}
