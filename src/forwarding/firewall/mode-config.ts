// Tunnels for which another device gives this one an address: which connections the NAT rule that is made for them
// sends there, to be encrypted by the policy that is made for their address.

import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { type PacketMatch, type PacketSet, splitAll } from '../packets/space.ts';
import { listsOf } from './firewall.ts';

interface Tunnel {
  readonly item: Item;
  /** Undefined = whatever mark a connection has. */
  readonly mark: string | undefined;
  readonly match: PacketMatch;
}

/**
 * Those that name connections. A list whose members nobody knows names any.
 * Source: manual, ikev2-eap-between-nordvpn-and-routeros, "Choosing what to send over the tunnel".
 */
export const tunnelsByModeConfig = derivedOnce((network: Network): readonly Tunnel[] => {
  const { config } = network;
  const identities = enabledItemsOf(config, '/ip/ipsec/identity').filter((item) =>
    propertyValue(item, 'generate-policy')?.startsWith('port-'),
  );
  const used = new Set(identities.map((item) => propertyValue(item, 'mode-config')));
  return enabledItemsOf(config, '/ip/ipsec/mode-config').flatMap((item) => {
    const list = propertyValue(item, 'src-address-list') ?? '';
    const mark = propertyValue(item, 'connection-mark') ?? 'no-mark';
    const isAsking = propertyValue(item, 'responder') === 'no' && used.has(propertyValue(item, 'name'));
    if (!isAsking || (list === '' && mark === 'no-mark')) return [];
    const lists = listsOf(network, 4);
    const match = list === '' ? {} : { source: lists(list), destination: lists(`!${list}`) };
    return { item, mark: mark === 'no-mark' ? undefined : mark, match };
  });
});

/** Of packets from who opened their connection, those that a tunnel is for. */
export function sentByModeConfig(network: Network, packets: PacketSet, connectionMark: string) {
  if (packets.family === 6) return [];
  return tunnelsByModeConfig(network)
    .filter(({ mark }) => mark === undefined || mark === connectionMark)
    .flatMap(({ item, match }) => splitAll([packets], match).inside.map((part) => ({ item, packets: part })));
}
