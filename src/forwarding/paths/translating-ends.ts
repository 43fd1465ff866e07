// Routed ends where source NAT gives what leaves another source: answers come back to the device.

import { derivedPer } from '../../source/grouping.ts';
import { startChain } from '../firewall/chain-state.ts';
import { isOfSourceNat } from '../firewall/outcome.ts';
import { sourceNat } from '../firewall/source-nat.ts';
import { addressesBehind, type RoutedEnd, routedEnds } from '../legs/ends.ts';
import type { Network } from '../network/network.ts';
import { allAddresses, packetsBetween } from '../packets/space.ts';

/** Source NAT translates some of what leaves by this end. */
export function isTranslating(network: Network, end: RoutedEnd, family: 4 | 6, source = allAddresses(family)): boolean {
  const destination = addressesBehind(network, end, family);
  return ['tcp', 'udp'].some((protocol) => {
    const packets = { ...packetsBetween(family, protocol), source, destination };
    const start = startChain({ packets, inInterface: '', outInterface: end.name, connectionState: 'new' });
    return sourceNat(network, start).some(({ nat }) => isOfSourceNat(nat.translated));
  });
}

export const translatingEnds = derivedPer(
  (network: Network, family: 4 | 6): ReadonlySet<string> =>
    new Set(routedEnds(network, family).flatMap((end) => (isTranslating(network, end, family) ? end.name : []))),
);
