// Which addresses the peers of a WireGuard interface have: what none of them has is sent to nobody, and taken from
// nobody.

import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { derivedOnce, derivedPer, groupBy } from '../../source/grouping.ts';
import { addressInterval } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { cause, makeReason, placeOf, type Reason } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { type IntervalSet, intersect, isEmpty, type PacketSet, splitAll, unionOf } from '../packets/space.ts';

interface AtPeers {
  readonly allowed: readonly PacketSet[];
  readonly refused: readonly { readonly packets: PacketSet; readonly reason: Reason }[];
  readonly notes: readonly Cause[];
}

/** By interface. */
const tunnelsOf = derivedOnce(({ config }: Network) => {
  const peers = groupBy(
    enabledItemsOf(config, '/interface/wireguard/peers'),
    (item) => propertyValue(item, 'interface') ?? '',
  );
  const tunnels = enabledItemsOf(config, '/interface/wireguard');
  return new Map(tunnels.map((item) => [item.key, { item, peers: peers.get(item.key) ?? [] }]));
});

/**
 * What enters by one interface and leaves by another, as far as peers have it. Where no peer is written down, somebody
 * may make one: peers may be dynamic. Source: manual, WireGuard, `allowed-address`, and the flags of the menu.
 */
export function byPeers(network: Network, packets: PacketSet, inInterface: string, outInterface = ''): AtPeers {
  const from = atPeers(network, [packets], inInterface, 'source');
  const to = atPeers(network, from.allowed, outInterface, 'destination');
  return { ...to, refused: [...from.refused, ...to.refused], notes: [...from.notes, ...to.notes] };
}

function atPeers(network: Network, all: readonly PacketSet[], name: string, side: 'source' | 'destination'): AtPeers {
  const tunnel = tunnelsOf(network).get(name);
  const taken = all[0] && addressesOfPeers(network, name, all[0].family);
  if (!tunnel || !taken) return { allowed: all, refused: [], notes: [] };
  const [refusal, other] = side === 'source' ? ['takes them from nobody', 'from'] : ['sends them to nobody', 'to'];
  const [first] = tunnel.peers;
  if (!first) {
    const text = `nothing gets ${other} \`${name}\` before it has a peer: none is written down`;
    return { allowed: all, refused: [], notes: [cause('flow/no-wireguard-peer', text, tunnel.item.origin)] };
  }
  const { inside, outside } = splitAll(all, { [side]: taken });
  const text = `no peer of \`${name}\` has these addresses: it ${refusal}`;
  const reason = makeReason('dropped', 'flow/no-wireguard-peer', text, placeOf(first, 'allowed-address'));
  return { allowed: inside, refused: outside.map((packets) => ({ packets, reason })), notes: [] };
}

/** Those of some addresses that peers have, which alone are behind a tunnel with peers. */
export function ofPeers(network: Network, name: string, family: 4 | 6, addresses: IntervalSet): IntervalSet {
  const known = intersect(addresses, addressesOfPeers(network, name, family) ?? addresses);
  return isEmpty(known) ? addresses : known;
}

/** Undefined where one of them has something else than addresses. */
const addressesOfPeers = derivedPer((network: Network, name: string, family: 4 | 6): IntervalSet | undefined => {
  const { peers = [] } = tunnelsOf(network).get(name) ?? {};
  const texts = peers.flatMap((peer) => listValues(propertyValue(peer, 'allowed-address')));
  if (texts.some((text) => !parsePrefix(text))) return undefined;
  return unionOf(texts.flatMap((text) => addressInterval(text, family) ?? []));
});
