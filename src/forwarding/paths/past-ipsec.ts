// FastTrack and NAT rules against IPsec policies: which connections they take past one.

import { type Item, propertyValue } from '../../model/config.ts';
import { bitsOf, families, parsePrefix } from '../../model/prefix.ts';
import { derivedOnce, firstOfEach, groupBy } from '../../source/grouping.ts';
import { mayFasttrack } from '../firewall/cpu-path.ts';
import { firewallOf, isNamed } from '../firewall/firewall.ts';
import { ipsecPolicies, isMade } from '../firewall/ipsec.ts';
import { addressesOn } from '../firewall/new-addresses.ts';
import type { Unencrypted } from '../firewall/outcome.ts';
import { certaintyOf, isSurer } from '../legs/bypassed.ts';
import { natTarget, protocolName } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { anybody, type Endpoint, type Flow, unwrittenFlow } from '../packets/flow.ts';
import { overlapsSet, type PacketMatch, unionOf } from '../packets/space.ts';
import { followFlow } from './directions.ts';

/**
 * FastTrack rules with the policies that they take connections past, or may: the surest, and all. A policy may be the
 * identity whose clients it is made for.
 */
export function fasttrackedPastIpsec(network: Network) {
  const all = followedPolicies(network).flatMap(({ policy, outcomes }) =>
    outcomes.flatMap(({ fasttracked: { rule, skipped = [] } = {} }) => {
      const past = skipped.find(({ item }) => item === policy);
      return rule && past ? { rule: rule.item, policy, isMade: isMade(policy), certainty: certaintyOf(past) } : [];
    }),
  );
  return [...groupBy(all, ({ rule }) => rule).values()].map((past) => {
    const surest = past.reduce((one, other) => (isSurer(other.certainty, one.certainty) ? other : one));
    return { ...surest, past: firstOfEach(past, ({ policy }) => policy) };
  });
}

/** Rules of source NAT that give packets an address under which their IPsec policy does not select them. */
export function translatedPastIpsec(network: Network): readonly Unencrypted[] {
  const all = followedPolicies(network).flatMap(({ outcomes }) => outcomes.flatMap((each) => each.unencrypted ?? []));
  return firstOfEach(all, ({ rule, policy }) => `${rule.menu} ${rule.key} ${policy.key}`);
}

/** What becomes of the packets that each policy is for, where something on the device may take them past it. */
const followedPolicies = derivedOnce((network: Network) =>
  families.flatMap((family) => {
    if (!mayFasttrack(network, family) && firewallOf(network, family).chain('nat', 'srcnat').length === 0) return [];
    return ipsecPolicies(network, family).map(({ item: policy, match }) => ({
      policy,
      outcomes: waysFor(network, policy, match).flatMap((way) =>
        followFlow(network, way).map(({ outcome }) => outcome),
      ),
    }));
  }),
);

/** The policy means what answers connections from the other side too, and whom NAT gives an address of its own. */
function waysFor(network: Network, policy: Item, match: PacketMatch): readonly Flow[] {
  const flow = isMade(policy) ? unwrittenFlow(anybody, firstOf(match)) : flowOf(policy);
  const isGiven = overlapsSet(match.source ?? [], givenSources(network));
  return [flow, { ...flow, from: flow.to, to: flow.from }, ...(isGiven ? [{ ...flow, from: anybody }] : [])];
}

/** One client. */
function firstOf({ destination, family = 4 }: PacketMatch): Endpoint {
  const [one] = destination ?? [];
  const prefixes = one ? [{ family, base: BigInt(one.from), length: bitsOf(family) }] : [];
  return { ...anybody, prefixes };
}

/** Addresses that source NAT puts in the place of others. */
const givenSources = derivedOnce((network: Network) =>
  unionOf(
    firewallOf(network, 4)
      .all('nat')
      .flatMap(({ action, item, outInterface }) => {
        if (action !== 'masquerade') return action === 'dst-nat' ? [] : (natTarget(item, 4) ?? []);
        const names = [...network.l3Interfaces.keys()].filter((name) =>
          outInterface.every((each) => isNamed(each, name)),
        );
        return names.flatMap((name) => addressesOn(network, name, 4));
      }),
  ),
);

function flowOf(policy: Item): Flow {
  const end = (name: string) => {
    const text = propertyValue(policy, name) ?? '0.0.0.0/0';
    return { ...anybody, label: text, prefixes: [parsePrefix(text) ?? []].flat() };
  };
  const protocol = protocolName(propertyValue(policy, 'protocol') ?? 'all');
  const [from, to] = [end('src-address'), end('dst-address')];
  return unwrittenFlow(from, to, protocol === 'all' ? undefined : protocol);
}
