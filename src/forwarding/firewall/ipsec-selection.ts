// Which IPsec policy packets meet, also of those that the device makes as clients connect, and what the matcher
// `ipsec-policy` makes of that.

import type { Item } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedOnce } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { mirror, type PacketSet, splitAll } from '../packets/space.ts';
import { generatedPolicies } from './generated-policies.ts';
import { addedPolicies, ipsecPolicies, namesAddresses, policyItems } from './ipsec.ts';

export const hasIpsec = derivedOnce(
  (network: Network): boolean =>
    addedPolicies(network).length > 0 || families.some((each) => generatedPolicies(network, each).length > 0),
);

interface Selected {
  readonly item: Item;
  readonly action: string;
  readonly packets: PacketSet;
  /** The device makes the policy while a client is connected. */
  readonly isMade: boolean;
}

/**
 * Packets by the policy that they meet, while all clients are connected; the first that selects a packet decides, and
 * `none` lets it pass as it is.
 */
export function selectedByIpsec(
  network: Network,
  packets: PacketSet,
): { readonly selected: readonly Selected[]; readonly plain: readonly PacketSet[] } {
  const selected: Selected[] = [];
  const plain: PacketSet[] = [];
  let left: readonly PacketSet[] = [packets];
  const written = ipsecPolicies(network, packets.family);
  for (const { item, action, match } of [...written, ...generatedPolicies(network, packets.family)]) {
    const { inside, outside } = splitAll(left, match);
    if (action === 'none') plain.push(...inside);
    else
      selected.push(
        ...inside.map((part) => ({ item, action, packets: part, isMade: item.menu !== '/ip/ipsec/policy' })),
      );
    left = outside;
    if (left.length === 0) break;
  }
  return { selected, plain: [...plain, ...left] };
}

/** Cuts packets by `ipsec-policy=in|out,ipsec|none`. */
export type IpsecMatch = (packets: PacketSet) => readonly { packets: PacketSet; matches: boolean }[];

/** Undefined = nobody can tell from the policies. */
export function ipsecMatch(network: Network, text: string): IpsecMatch | undefined {
  const [direction, policy] = text.split(',');
  const isKnown = policyItems(network).every((item) => namesAddresses(item) || item.key === '0');
  if (!isKnown || (direction !== 'in' && direction !== 'out') || (policy !== 'ipsec' && policy !== 'none')) {
    return undefined;
  }
  const isWanted = policy === 'ipsec';
  // What comes from the other side of a tunnel came through it: the policy refuses what did not.
  const turn = (packets: PacketSet) => (direction === 'in' ? mirror(packets) : packets);
  return (packets) => {
    const { selected, plain } = selectedByIpsec(network, turn(packets));
    const inside = selected.map((each) => ({ packets: turn(each.packets), matches: isWanted }));
    return [...inside, ...plain.map((each) => ({ packets: turn(each), matches: !isWanted }))];
  };
}
