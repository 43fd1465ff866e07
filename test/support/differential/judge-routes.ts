// What the judge of `analyze` makes of the routes of a random configuration: where they lead, and who sends by them.

import type { Network, Route } from '../../../src/forwarding/network/network.ts';
import { containsPrefix, isSamePrefix, parsePrefix } from '../../../src/model/prefix.ts';
import type { Probe } from './probes.ts';

/** The route to an address for packets that enter by an interface: the one with the longest prefix, if it is in use. */
export function bestRoute(network: Network, address: string, entry: string): Route | undefined {
  const host = parsePrefix(address);
  const vrf = network.l3Interfaces.get(entry)?.vrf ?? 'main';
  if (!host) return undefined;
  const covering = network.routes.filter(({ prefix, table }) => table === vrf && containsPrefix(prefix, host));
  const longest = Math.max(...covering.map(({ prefix }) => prefix.length));
  const inUse = covering.filter(({ prefix, usable, shadowed }) => prefix.length === longest && usable && !shadowed);
  return inUse.length === 1 ? inUse[0] : undefined;
}

/** Through that neighbour. */
function leadsBy(route: Route | undefined, neighbour: string): boolean {
  const host = parsePrefix(neighbour);
  return route?.nextHops.some((hop) => hop.kind === 'gateway' && host && isSamePrefix(hop.address, host)) === true;
}

/**
 * Who shares a network or a router needs no device between them, nor does a router that sends into a network that it is
 * in. Of several networks of the interface the smallest is all that those in it know.
 */
export function needsNoDevice(network: Network, entry: string, { source, destination }: Probe): boolean {
  const [back, onward] = [bestRoute(network, source, entry), bestRoute(network, destination, entry)];
  if ((back && back === onward) || leadsBy(onward, source)) return true;
  // Who is behind a blackhole in use is behind the router of a route that gives way to it.
  const isLeading = back?.nextHops.some((hop) => hop.interface !== undefined);
  const ways = back && isLeading ? [back] : routesBy(network, source, entry);
  const hops = ways.flatMap(({ nextHops }) => nextHops);
  const routers = hops.flatMap((hop) =>
    // On the link is whom a route to the gateway leads to.
    hop.kind === 'gateway' && hop.interface === entry ? (hop.neighbour ?? hop.address) : [],
  );
  const networks = (network.l3Interfaces.get(entry)?.addresses ?? []).map((each) => each.network);
  const receiver = parsePrefix(destination);
  return (routers.length > 0 ? routers : [parsePrefix(source) ?? []].flat()).every((sender) => {
    const [nearest] = networks
      .filter((each) => containsPrefix(each, sender))
      .sort((one, other) => other.length - one.length);
    return nearest !== undefined && receiver !== undefined && containsPrefix(nearest, receiver);
  });
}

/** Nobody sends to a port without an address that no route leaves by. */
export function hasNeighbours(network: Network, entry: string): boolean {
  return network.routes.some(({ nextHops }) =>
    nextHops.some((hop) => hop.kind !== 'blackhole' && hop.interface === entry),
  );
}

/** Routes to an address by an interface, in use or not, of its table and of others. */
export function routesBy(
  network: Network,
  address: string,
  entry: string,
  policyTables: readonly string[] = [],
): readonly Route[] {
  const host = parsePrefix(address);
  const vrf = network.l3Interfaces.get(entry)?.vrf ?? 'main';
  const isLed = ({ table, nextHops }: Route) =>
    [vrf, ...policyTables].includes(table) && nextHops.some((hop) => hop.interface === entry);
  return network.routes.filter(
    (route) => route.usable && host !== undefined && containsPrefix(route.prefix, host) && isLed(route),
  );
}
