// The verdict of a route that leads to no interface.

import { enabledItemsOf, type MenuPath } from '../model/config.ts';
import type { Prefix } from '../model/prefix.ts';
import { derivedOnce, derivedPer } from '../source/grouping.ts';
import { chipReason } from './legs/device-reasons.ts';
import { addressesOf } from './network/addresses.ts';
import { pppKinds } from './network/interfaces.ts';
import type { Network, Route } from './network/network.ts';
import { makeReason } from './packets/causes.ts';
import { firstEndingAfter, type IntervalSet, prefixInterval, unionOf } from './packets/space.ts';
import { type Placed, placedBy } from './paths/side.ts';

/** A blackhole, or gateways in no network of the device: such a route is inactive, and packets go by another. */
export function withoutPath(network: Network, nextHops: Route['nextHops'], family: 4 | 6): Placed {
  const ofDevice = chipReason(network, family);
  if (nextHops.some(({ kind }) => kind === 'blackhole')) return placedBy(ofDevice);
  const isDown = nextHops.some((hop) => hop.kind === 'gateway' && isWritten(network, hop.address));
  if (isDown) return placedBy(ofDevice, makeReason('dropped', 'flow/no-port', 'the way to the gateway is down'));
  const placement = mayCome(network) ? 'unknown' : 'unavailable';
  return placedBy(makeReason(placement, 'flow/gateway-unreachable', 'the gateway is in no network of the device'));
}

/** Whether an address is in a network of the configuration, of an interface that is down. */
function isWritten(network: Network, { family, base }: Prefix): boolean {
  const set = written(network, family);
  const interval = set[firstEndingAfter(set, base)];
  return interval !== undefined && interval.from <= base;
}

const written = derivedPer((network: Network, family: 4 | 6): IntervalSet => {
  const networks = addressesOf(network.config).map((address) => address.network);
  return unionOf(networks.filter((each) => each.family === family).map(prefixInterval));
});

const mayCome = derivedOnce(({ config }: Network) =>
  bringingAddresses.some((menu) => enabledItemsOf(config, menu).length > 0),
);

/** Whose networks stand in no configuration. */
const bringingAddresses: readonly MenuPath[] = [
  '/ip/dhcp-client',
  '/ipv6/dhcp-client',
  '/interface/lte',
  ...(['ppp', ...pppKinds] as const).map((kind): MenuPath => `/interface/${kind}-client`),
  '/ip/ipsec/mode-config',
  '/ppp/secret',
  '/zerotier/interface',
];
