// What changes forwarding on a real device and is not simulated. A trace through a device that has any of it says so,
// and then nothing follows from its placement.

import type { MenuPath } from '../../../model/config.ts';
import { isEnabledRow, setting } from '../cpu/fast-path.ts';
import type { ForwardingRouter } from '../forwarding-router.ts';
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

/**
 * A port of another chip, or of the CPU, in the bridge of the chip that routes. Source: manual, l3-hardware-offloading,
 * "Using ports that do not belong to the switch": the results are not to be expected.
 */
export function isBesideChip(router: ForwardingRouter, port: string): boolean {
  const { plane, interfaces, bridges, hardware } = router.derived();
  const found = interfaces.get(port);
  if (!plane || router.target.switchOf(found?.row.values.get('default-name') ?? '')?.name === plane.chip) return false;
  const carrier = interfaces.get(found?.master ?? '');
  const master = carrier?.kind === 'bonding' ? carrier.master : carrier?.name;
  return [...(bridges.get(master ?? '')?.members.keys() ?? [])].some((member) => hardware.get(member) === plane.chip);
}
