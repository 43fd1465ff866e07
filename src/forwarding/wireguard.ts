// Which addresses the peers of a WireGuard interface have: what none of them has is sent to nobody, and taken from
// nobody.

import { enabledItemsOf, listValues, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { derivedOnce, derivedPer, groupBy } from '../source/grouping.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { addressInterval } from './matchers.ts';
import type { Network } from './network.ts';
import { type IntervalSet, type PacketSet, splitAll, unionOf } from './space.ts';

export interface Refused {
  readonly packets: PacketSet;
  readonly reason: Reason;
}

const peersOf = derivedOnce(({ config }: Network) =>
  groupBy(enabledItemsOf(config, '/interface/wireguard/peers'), (item) => propertyValue(item, 'interface') ?? ''),
);

/**
 * What enters by one interface and leaves by another, as far as peers have it. Where no peer is written down, nobody
 * says who there is. Source: manual, WireGuard, `allowed-address`.
 */
export function byPeers(
  network: Network,
  packets: PacketSet,
  { inInterface, outInterface }: { readonly inInterface: string; readonly outInterface: string | undefined },
): { readonly allowed: readonly PacketSet[]; readonly refused: readonly Refused[] } {
  const { family } = packets;
  const from = atPeers(network, [packets], { family, name: inInterface, side: 'source' });
  const to = atPeers(network, from.allowed, { family, name: outInterface ?? '', side: 'destination' });
  return { allowed: to.allowed, refused: [...from.refused, ...to.refused] };
}

function atPeers(
  network: Network,
  all: readonly PacketSet[],
  { family, name, side }: { readonly family: 4 | 6; readonly name: string; readonly side: 'source' | 'destination' },
) {
  const [first] = peersOf(network).get(name) ?? [];
  const taken = addressesOfPeers(network, name, family);
  if (!first || !taken) return { allowed: all, refused: [] };
  const { inside, outside } = splitAll(all, { [side]: taken });
  const fate = side === 'source' ? 'takes them from nobody' : 'sends them to nobody';
  const reason = makeReason(
    'dropped',
    'flow/no-wireguard-peer',
    `no peer of \`${name}\` has these addresses: it ${fate}`,
    placeOf(first, 'allowed-address'),
  );
  return { allowed: inside, refused: outside.map((packets) => ({ packets, reason })) };
}

/** Undefined where one of them has something else than addresses. */
const addressesOfPeers = derivedPer((network: Network, name: string, family: 4 | 6): IntervalSet | undefined => {
  const peers = peersOf(network).get(name) ?? [];
  const texts = peers.flatMap((peer) => listValues(propertyValue(peer, 'allowed-address')));
  if (texts.some((text) => !parsePrefix(text))) return undefined;
  return unionOf(texts.flatMap((text) => addressInterval(text, family) ?? []));
});
