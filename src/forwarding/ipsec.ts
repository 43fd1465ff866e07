// IPsec policies: which packets each of them selects, and what the matcher `ipsec-policy` makes of that.

import { enabledItemsOf, type Item, isYes, propertyValue } from '../model/config.ts';
import { derivedOnce, derivedPer } from '../source/grouping.ts';
import { rowMatch } from './matchers.ts';
import type { Network } from './network.ts';
import { mirror, type PacketMatch, type PacketSet, splitAll } from './space.ts';

export interface Policy {
  readonly item: Item;
  readonly action: string;
  readonly match: PacketMatch;
}

/** Policies that say what they select; templates do not. */
export const ipsecPolicies = derivedPer((network: Network, family: 4 | 6): readonly Policy[] =>
  policyItems(network).flatMap((item) => policyOf(item, family) ?? []),
);

export const hasIpsec: (network: Network) => boolean = derivedOnce((network) => addedPolicies(network).length > 0);

/** Without the row that every device has. */
export function addedPolicies(network: Network): readonly Item[] {
  return policyItems(network).filter(({ key }) => key !== '0');
}

function policyItems({ config }: Network): readonly Item[] {
  return enabledItemsOf(config, '/ip/ipsec/policy').filter((item) => !isYes(propertyValue(item, 'template')));
}

/**
 * Undefined = a policy of the other family, one that names no addresses of its own (a changed template), or one without
 * a tunnel: transport mode is for packets of the device itself.
 */
function policyOf(item: Item, family: 4 | 6): Policy | undefined {
  const action = propertyValue(item, 'action') ?? 'encrypt';
  if (!namesAddresses(item) || (action === 'encrypt' && !isYes(propertyValue(item, 'tunnel')))) return undefined;
  const match = rowMatch(item, family, 'protocol');
  return match && { item, action, match };
}

export function namesAddresses({ properties }: Item): boolean {
  return properties.has('src-address') || properties.has('dst-address');
}

interface Selected {
  readonly item: Item;
  readonly action: string;
  readonly packets: PacketSet;
}

/** Packets by the policy that they meet; the first that selects a packet decides, and `none` lets it pass as it is. */
export function selectedByIpsec(
  network: Network,
  packets: PacketSet,
): { readonly selected: readonly Selected[]; readonly plain: readonly PacketSet[] } {
  const selected: Selected[] = [];
  const plain: PacketSet[] = [];
  let left: readonly PacketSet[] = [packets];
  for (const { item, action, match } of ipsecPolicies(network, packets.family)) {
    const { inside, outside } = splitAll(left, match);
    if (action === 'none') plain.push(...inside);
    else selected.push(...inside.map((part) => ({ item, action, packets: part })));
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
