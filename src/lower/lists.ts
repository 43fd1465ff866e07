// Lists of interfaces and of addresses.

import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { tag } from './tag.ts';

export function lowerLists(context: LowerContext): void {
  lowerInterfaceLists(context);
  lowerAddressLists(context);
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
