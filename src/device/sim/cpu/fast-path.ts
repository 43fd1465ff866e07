// When the kernel may take its short cuts. Source: manual, packet-flow-in-routeros, "Fast path" and "FastTrack";
// connection-tracking, "FastTrack".

import { isYes, type MenuPath } from '../../../model/config.ts';
import type { RouterState } from '../router-state.ts';
import type { StoredRow } from '../store/store.ts';

export function isEnabledRow({ values }: StoredRow): boolean {
  return values.get('disabled') !== 'yes';
}

function hasEnabled(router: RouterState, menu: MenuPath): boolean {
  return router.store.rows(menu).some(isEnabledRow);
}

export function setting(router: RouterState, menu: MenuPath, name: string): string | undefined {
  return router.store.rows(menu)[0]?.values.get(name) ?? router.menus.menu(menu)?.properties.get(name)?.default;
}

/** Every packet asks for them by name several times. */
export const firewallMenus = {
  4: { filter: '/ip/firewall/filter', nat: '/ip/firewall/nat', mangle: '/ip/firewall/mangle', raw: '/ip/firewall/raw' },
  6: {
    filter: '/ipv6/firewall/filter',
    nat: '/ipv6/firewall/nat',
    mangle: '/ipv6/firewall/mangle',
    raw: '/ipv6/firewall/raw',
  },
} as const;

function hasFirewall(router: RouterState, family: 4 | 6): boolean {
  return Object.values(firewallMenus[family]).some((menu) => hasEnabled(router, menu));
}

/** `auto` tracks as soon as there is a rule. */
export function isTracking(router: RouterState, family: 4 | 6): boolean {
  const enabled = setting(router, '/ip/firewall/connection/tracking', 'enabled') ?? 'auto';
  return enabled === 'auto' ? hasFirewall(router, family) : enabled === 'yes';
}

/** Why IP traffic does not take the fast path; undefined when it does. */
export function fastPathObstacle(router: RouterState, family: 4 | 6): string | undefined {
  const common = commonObstacle(router, family);
  if (common !== undefined) return common;
  if (hasFirewall(router, family)) return 'there are firewall rules';
  if (isTracking(router, family)) return 'connection tracking is on';
  if (hasEnabled(router, '/queue/simple')) return 'there are simple queues';
  if (router.store.rows('/queue/tree').some((row) => isEnabledRow(row) && row.values.get('parent') === 'global')) {
    return 'there is a queue tree on global';
  }
  if (router.store.rows('/ip/vrf').some((row) => !row.fixed && isEnabledRow(row))) return 'there are VRFs';
  if (hasEnabled(router, '/ip/hotspot')) return 'there is a HotSpot';
  if (hasEnabled(router, '/ip/ipsec/policy')) return 'there are IPsec policies';
  const isObserved = family === 6 && isYes(setting(router, '/ip/traffic-flow', 'enabled')) && !router.knows('7.21.5');
  return isObserved ? 'Traffic-Flow is on' : undefined;
}

/** What stands against both short cuts. IPv6 has had them since 7.18. */
function commonObstacle(router: RouterState, family: 4 | 6): string | undefined {
  if (family === 6 && !router.knows('7.18')) return 'IPv6 has no fast path before 7.18';
  const isOff = setting(router, family === 4 ? '/ip/settings' : '/ipv6/settings', 'allow-fast-path') === 'no';
  return isOff ? 'allow-fast-path=no' : undefined;
}

/** Why packets of fast-tracked connections take the slow path; undefined when FastTrack works. */
export function fastTrackObstacle(router: RouterState, family: 4 | 6, bridges: readonly string[]): string | undefined {
  const common = commonObstacle(router, family);
  if (common !== undefined) return common;
  for (const bridge of bridges) {
    const obstacle = bridgeFastPathObstacle(router, bridge);
    if (obstacle !== undefined) return `bridge ${bridge}: ${obstacle}`;
  }
  return undefined;
}

/** Why bridged traffic, and FastTrack over the bridge, does not take the bridge's fast path. */
export function bridgeFastPathObstacle(router: RouterState, bridge: string): string | undefined {
  if (setting(router, '/interface/bridge/settings', 'allow-fast-path') === 'no') return 'bridge allow-fast-path=no';
  if (isYes(setting(router, '/interface/bridge/settings', 'use-ip-firewall'))) return 'use-ip-firewall=yes';
  if (hasEnabled(router, '/interface/bridge/filter') || hasEnabled(router, '/interface/bridge/nat')) {
    return 'there are bridge filter or NAT rules';
  }
  const values = router.store.byName('/interface/bridge', bridge)?.values;
  const snooping = ['dhcp-snooping', 'dhcpv6-snooping'].find((name) => isYes(values?.get(name)));
  return snooping && `${snooping}=yes`;
}
