// Which addresses the peers of a WireGuard interface have: what none of them has is sent to nobody, and taken from
// nobody.

import { enabledItemsOf, listValues, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { derivedOnce, groupBy } from '../source/grouping.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { addressInterval } from './matchers.ts';
import type { Network } from './network.ts';
import { type PacketSet, splitAll, unionOf } from './space.ts';

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
  const from = atPeers(network, [packets], inInterface, 'source');
  const to = atPeers(network, from.allowed, outInterface ?? '', 'destination');
  return { allowed: to.allowed, refused: [...from.refused, ...to.refused] };
}

function atPeers(network: Network, all: readonly PacketSet[], name: string, side: 'source' | 'destination') {
  const [first, ...others] = peersOf(network).get(name) ?? [];
  const texts = [first, ...others].map((peer) => peer && listValues(propertyValue(peer, 'allowed-address')));
  if (!first || texts.some((each) => each?.some((text) => !parsePrefix(text)))) return { allowed: all, refused: [] };
  const { inside, outside } = all.reduce<{ inside: PacketSet[]; outside: PacketSet[] }>(
    (found, packets) => {
      const taken = texts.flatMap((each) => each ?? []).flatMap((text) => addressInterval(text, packets.family) ?? []);
      const parts = splitAll([packets], { [side]: unionOf(taken) });
      return { inside: [...found.inside, ...parts.inside], outside: [...found.outside, ...parts.outside] };
    },
    { inside: [], outside: [] },
  );
  const fate = side === 'source' ? 'takes them from nobody' : 'sends them to nobody';
  const reason = makeReason(
    'dropped',
    'flow/no-wireguard-peer',
    `no peer of \`${name}\` has these addresses: it ${fate}`,
    placeOf(first, 'allowed-address'),
  );
  return { allowed: inside, refused: outside.map((packets) => ({ packets, reason })) };
}
