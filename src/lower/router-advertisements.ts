// Router advertisements: what hosts of a VLAN learn beyond its prefix. RouterOS advertises on every interface by
// itself; an entry of the interface's own takes its place there.

import { printAddress } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { tag } from './tag.ts';

export function lowerRouterAdvertisements({ device, draft }: LowerContext): void {
  for (const [vlan, wanted] of Object.entries(device.settings['router-advertisements'] ?? {})) {
    const origin = device.places.keyAt('router-advertisements', vlan);
    const places = device.places.below('router-advertisements', vlan);
    const comment = tag(['router-advertisements', vlan], origin);
    const own = { interface: said(vlan, origin), comment };
    if (wanted === false) {
      // Without lifetime a router is nobody's way out, whatever else of it is heard.
      draft.add('/ipv6/nd', origin, { ...own, 'ra-lifetime': said('none', places.at()) });
      continue;
    }
    const { dns, managed, other, lifetime } = wanted;
    if ([dns, managed, other, lifetime].every((value) => value === undefined)) continue;
    draft.add('/ipv6/nd', origin, {
      ...own,
      dns: dns && said(dns.map(printAddress).join(','), places.at('dns')),
      'advertise-dns': dns && said(true, places.at('dns')),
      'managed-address-configuration': said(managed, places.at('managed')),
      'other-configuration': said(other, places.at('other')),
      'ra-lifetime': said(lifetime, places.at('lifetime')),
    });
  }
}
