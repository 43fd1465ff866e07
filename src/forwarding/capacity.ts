// How much of the chip's tables a config fills, and which routes do not fit.

import type { Switch } from '../profile/target.ts';
import { type Objection, objection } from './causes.ts';
import { derivedOnce } from './grouping.ts';
import type { Network, Route } from './network.ts';

/** Routes that would be programmed: active, not suppressed, of one family, in tables that the chip knows. */
export function programmedRoutes(network: Network, family: 4 | 6): readonly Route[] {
  return programmed(network)[family];
}

const programmed = derivedOnce((network: Network) => {
  const byFamily: Record<4 | 6, Route[]> = { 4: [], 6: [] };
  for (const route of network.routes) {
    const inHardware = route.table === 'main' || network.vrfs.has(route.table);
    if (route.usable && !route.shadowed && !route.suppressed && inHardware) byFamily[route.prefix.family].push(route);
  }
  return byFamily;
});

/** An IPv6 entry of the shared table takes the room of four IPv4 ones. */
export const ipv6EntryCost = 4;

/**
 * Prefix length below which routes do not fit any more, by family: the longest stay. -1 = all fit, undefined = nobody
 * knows the size.
 */
export const shortestThatFits: (network: Network) => Record<4 | 6, number | undefined> = derivedOnce((network) => {
  const chip = network.offload;
  const fit = (family: 4 | 6, taken: number, cost: number): number | undefined => {
    const size = chip?.switch.fact('l3.routes.ipv4')?.value;
    if (size === undefined) return undefined;
    const routes = programmedRoutes(network, family);
    const room = Math.floor((size - taken) / cost);
    if (routes.length <= room) return -1;
    const lengths = routes.map(({ prefix }) => prefix.length).sort((a, b) => b - a);
    return (lengths[Math.max(0, room)] ?? 0) + 1;
  };
  const ipv6 = chip?.ipv6Offload ? programmedRoutes(network, 6).length * ipv6EntryCost : 0;
  return { 4: fit(4, ipv6, 1), 6: fit(6, programmedRoutes(network, 4).length, ipv6EntryCost) };
});

/** Why the table has no room for a route, or may have none. */
export function routeCapacityObjection(network: Network, chip: Switch, route: Route): Objection | undefined {
  const shortest = shortestThatFits(network)[route.prefix.family];
  const at = route.item.origin;
  const size = chip.fact('l3.routes.ipv4');
  if (shortest === undefined || !size) {
    const text = `nobody has recorded how many routes ${chip.chip} holds`;
    return objection('unknown', 'flow/unknown-fact', text, at);
  }
  if (route.prefix.length >= shortest) return undefined;
  const shared = chip.fact('l3.table')?.value === 'shared';
  const code = shared ? 'route/route-capacity-f2k' : 'route/route-capacity-lpm';
  const says = size.says(`${chip.chip} holds ${size.bound === 'exact' ? '' : 'up to '}${size.value} IPv4 routes`);
  return objection('cpu', code, `prefixes shorter than /${shortest} do not fit into the table`, at, says);
}
