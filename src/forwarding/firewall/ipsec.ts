// IPsec policies that are written down, and which packets each of them selects.

import { enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { rowMatch } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import type { PacketMatch } from '../packets/space.ts';

export interface Policy {
  readonly item: Item;
  readonly action: string;
  readonly match: PacketMatch;
}

/** Policies that say what they select; templates do not. */
export const ipsecPolicies = derivedPer((network: Network, family: 4 | 6): readonly Policy[] =>
  policyItems(network).flatMap((item) => policyOf(item, family) ?? []),
);

/** Without the row that every device has. */
export function addedPolicies(network: Network): readonly Item[] {
  return policyItems(network).filter(({ key }) => key !== '0');
}

export function policyItems({ config }: Network): readonly Item[] {
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
