// Gateways in no network that the device is known to have: a client may bring it while the device runs, or somebody who
// shows an export has blanked it out.

import { enabledItemsOf, isBlankedOut, type MenuPath, propertyValue } from '../../model/config.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import { addressesOf, networksAmong } from '../network/addresses.ts';
import type { Network, NextHop, Route } from '../network/network.ts';
import { pppKinds } from '../network/ppp-sessions.ts';
import { vrfAt } from '../network/vrfs.ts';
import { type IntervalSet, overlapsSet, prefixInterval } from '../packets/space.ts';

/** The first route that would take some of the packets once a client has brought the network of its gateway. */
export function laterRoute(network: Network, table: string, family: 4 | 6, to: IntervalSet): Route | undefined {
  return laterRoutes(network, table, family).find(({ prefix }) => overlapsSet(to, [prefixInterval(prefix)]));
}

const laterRoutes = derivedPer((network: Network, table: string, family: 4 | 6): readonly Route[] => {
  const mayBring = mayBringNetworks(network);
  const alike = network.routes.filter((route) => route.table === table && route.prefix.family === family);
  const isLater = (hop: NextHop) =>
    hop.kind === 'hidden' || (hop.kind === 'gateway' && mayBring && !isInNetwork(network, hop, table));
  return alike.filter(({ usable, nextHops }) => !usable && nextHops.some(isLater));
});

/** Whether the gateway is in a written network of the VRF that it is looked up in, which may be down. */
export function isInNetwork(network: Network, hop: NextHop, table: string): boolean {
  if (hop.kind !== 'gateway') return false;
  const { address, table: own = table } = hop;
  const vrf = network.vrfs.has(own) ? own : 'main';
  return overlapsSet(writtenNetworks(network, vrf, address.family), [prefixInterval(address)]);
}

const writtenNetworks = derivedPer((network: Network, vrf: string, family: 4 | 6) => {
  const own = addressesOf(network).filter((each) => vrfAt(network, each.interface) === vrf);
  return networksAmong(own, family);
});

export const mayBringNetworks = derivedOnce(({ config }: Network): boolean => {
  const addresses = [...enabledItemsOf(config, '/ip/address'), ...enabledItemsOf(config, '/ipv6/address')];
  return (
    bringingNetworks.some((menu) => enabledItemsOf(config, menu).length > 0) ||
    addresses.some((item) => isBlankedOut(propertyValue(item, 'address') ?? ''))
  );
});

/** Clients whose networks stand in no configuration. */
const bringingNetworks: readonly MenuPath[] = [
  '/ip/dhcp-client',
  '/ipv6/dhcp-client',
  '/interface/lte',
  ...(['ppp', ...pppKinds] as const).map((kind): MenuPath => `/interface/${kind}-client`),
  '/ip/ipsec/mode-config',
  '/ppp/secret',
  '/zerotier/interface',
];
