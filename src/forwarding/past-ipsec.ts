// FastTrack rules against IPsec policies: which connections they take past one.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import { type Item, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { derivedOnce } from '../source/grouping.ts';
import { placeOf } from './causes.ts';
import { mayFasttrack } from './cpu-path.ts';
import { followFlow } from './directions.ts';
import { firewallOf, isNamed } from './firewall.ts';
import { type Endpoint, type Flow, unwrittenFlow } from './flow.ts';
import { ipsecPolicies } from './ipsec.ts';
import { natTarget, protocolName } from './matchers.ts';
import type { Network } from './network.ts';
import { addressesOn } from './new-addresses.ts';
import { overlapsSet, unionOf } from './space.ts';

export interface PastIpsec {
  readonly rule: Item;
  /** The policy that its connections are for. */
  readonly policy: Item;
}

/** FastTrack rules that take connections past their IPsec policy: each with the first. */
export function fasttrackedPastIpsec(network: Network): readonly PastIpsec[] {
  if (!mayFasttrack(network, 4)) return [];
  const found = new Map<Item, PastIpsec>();
  for (const { item: policy, match } of ipsecPolicies(network, 4)) {
    const flow = flowOf(policy);
    // The policy means what answers connections from the other side as well, and whom NAT gives an address of its own.
    const isGiven = overlapsSet(match.source ?? [], givenSources(network));
    const ways = [flow, { ...flow, from: flow.to, to: flow.from }, ...(isGiven ? [{ ...flow, from: anybody }] : [])];
    for (const { outcome } of ways.flatMap((way) => followFlow(network, way))) {
      const rule = outcome.fasttracked?.rule.item;
      const isPast = outcome.because.some(
        ({ code, at }) => code === pastIpsec && at === placeOf(policy, 'dst-address'),
      );
      if (rule && isPast && !found.has(rule)) found.set(rule, { rule, policy });
    }
  }
  return [...found.values()];
}

const anybody: Endpoint = { label: '', interfaces: [], prefixes: [], internet: false };

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

const pastIpsec: EvidencedCode = 'firewall/fasttrack-ipsec-bypass';

function flowOf(policy: Item): Flow {
  const end = (name: string) => {
    const text = propertyValue(policy, name) ?? '0.0.0.0/0';
    return { label: text, interfaces: [], prefixes: [parsePrefix(text) ?? []].flat(), internet: false };
  };
  const protocol = protocolName(propertyValue(policy, 'protocol') ?? 'all');
  const [from, to] = [end('src-address'), end('dst-address')];
  return unwrittenFlow(from, to, protocol === 'all' ? undefined : protocol);
}
