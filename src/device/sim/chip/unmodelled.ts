// What changes forwarding on a real device and is not simulated. A trace through a device that has any of it says so,
// and then nothing follows from its placement.

import type { MenuPath } from '../../../model/config.ts';
import { isEnabledRow, setting } from '../cpu/fast-path.ts';
import type { RouterState } from '../router-state.ts';

const menus: readonly (readonly [menu: MenuPath, name: string])[] = [
  ['/interface/vrrp', 'VRRP'],
  ['/interface/vxlan', 'VXLAN'],
  ['/interface/macvlan', 'MACVLAN'],
  ['/interface/dot1x/server', '802.1X'],
  ['/mpls/interface', 'MPLS'],
  ['/routing/bgp/connection', 'BGP'],
  ['/routing/ospf/interface-template', 'OSPF'],
];

export function unmodelledFeatures(router: RouterState): readonly string[] {
  const { store } = router;
  return menus.flatMap(([menu, name]) =>
    store.rows(menu).some((row) => !row.fixed && isEnabledRow(row)) ? [name] : [],
  );
}

/** The kernel does not forward, and nobody says whether a chip that routes looks at that switch. */
export function isForwardingUncertain(router: RouterState, family: 4 | 6): boolean {
  return family === 4
    ? setting(router, '/ip/settings', 'ip-forward') === 'no'
    : setting(router, '/ipv6/settings', 'forward') === 'no';
}
