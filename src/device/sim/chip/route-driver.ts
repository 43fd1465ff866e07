// Which routes the chip takes, and what the driver's monitor counts.
// Source: manual, l3-hardware-offloading: longest prefixes first, hosts beside them, the rest stays with the CPU.

import { isYes } from '../../../model/config.ts';
import type { Interface, Interfaces } from '../derived/interfaces.ts';
import type { NextHop, Route, RouteTable } from '../derived/routes.ts';
import type { Router } from '../router.ts';
import { chipOf, hardwarePorts } from './bridge-driver.ts';
import { capabilitiesOf } from './capabilities.ts';

export interface OffloadedRoutes {
  /** Routes with the `H` flag: the driver may take them. */
  readonly candidates: ReadonlySet<Route>;
  readonly inHardware: ReadonlySet<Route>;
  readonly shortestPrefix: { readonly 4: number; readonly 6: number };
  readonly nextHops: number;
}

const none: OffloadedRoutes = {
  candidates: new Set(),
  inHardware: new Set(),
  shortestPrefix: { 4: 0, 6: 0 },
  nextHops: 0,
};

/** Undefined: the device has no chip that routes. */
export function offloadRoutes(router: Router, interfaces: Interfaces, routes: RouteTable): OffloadedRoutes | undefined {
  const chip = router.target.offloadSwitch;
  if (!chip) return undefined;
  const routing = capabilitiesOf(router.target, chip.name).routing;
  if (!routing || !router.routesInHardware()) return none;
  const bridged = hardwarePorts(router, interfaces);
  const isUsable = ({ interface: name }: NextHop): boolean => {
    const found = interfaces.get(name);
    return found !== undefined && isRouted(router, interfaces, found, bridged, chip.name);
  };
  const candidates = routes.filter((route) => {
    if (!route.active || isYes(route.row?.values.get('suppress-hw-offload'))) return false;
    if (route.prefix.family === 6 && !hasIpv6(router)) return false;
    if (route.table !== 'main' && routing.vrfs === 0) return false;
    return route.isBlackhole || (route.hops.length > 0 && route.hops.every(isUsable));
  });
  const inHardware = new Set<Route>();
  const shortestPrefix = { 4: 0, 6: 0 };
  let used = 0;
  for (const route of [...candidates].sort((a, b) => b.prefix.length - a.prefix.length)) {
    const cost = route.prefix.family === 6 ? routing.ipv6Cost : 1;
    if (used + cost > routing.prefixes) {
      const shortest = [...inHardware].filter(({ prefix }) => prefix.family === route.prefix.family).at(-1);
      shortestPrefix[route.prefix.family] = shortest?.prefix.length ?? 0;
      continue;
    }
    used += cost;
    inHardware.add(route);
  }
  const hops = new Set(candidates.flatMap(({ hops }) => hops.map((hop) => `${hop.gateway ?? ''}%${hop.interface}`)));
  return { candidates: new Set(candidates), inHardware, shortestPrefix, nextHops: hops.size };
}

/** Layer 3 lies on layer 2: VLANs and bridges in hardware, or ports and bonds of the chip that stand alone. */
function isRouted(
  router: Router,
  interfaces: Interfaces,
  found: Interface,
  bridged: ReadonlyMap<string, string>,
  chip: string,
): boolean {
  const members = (bridge: string): readonly string[] =>
    router.store
      .rows('/interface/bridge/port')
      .filter((row) => row.values.get('bridge') === bridge && !isYes(row.values.get('disabled')))
      .map((row) => row.values.get('interface') ?? '');
  switch (found.kind) {
    case 'bridge':
      return members(found.name).some((port) => bridged.get(port) === chip);
    case 'vlan': {
      const bridge = interfaces.get(found.parent ?? '');
      if (bridge?.kind !== 'bridge' || !isYes(bridge.row.values.get('vlan-filtering'))) return false;
      return (
        found.row.values.get('l3-hw-offloading') !== 'no' &&
        members(bridge.name).some((port) => bridged.get(port) === chip)
      );
    }
    default:
      return chipOf(router, interfaces, found) === chip && portAllows(router, found);
  }
}

function portAllows(router: Router, port: Interface): boolean {
  const names = port.kind === 'bonding' ? port.slaves : [port.name];
  return names.every((name) => {
    const row = router.store.byName('/interface/ethernet/switch/port', name);
    return row?.values.get('l3-hw-offloading') !== 'no';
  });
}

function hasIpv6({ store }: Router): boolean {
  return isYes(store.rows('/interface/ethernet/switch/l3hw-settings')[0]?.values.get('ipv6-hw'));
}
