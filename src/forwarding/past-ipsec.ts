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
import { generatedPolicies } from './generated-policies.ts';
import { ipsecPolicies } from './ipsec.ts';
import { natTarget, protocolName } from './matchers.ts';
import type { Network } from './network.ts';
import { addressesOn } from './new-addresses.ts';
import { overlapsSet, type PacketMatch, unionOf } from './space.ts';

export interface PastIpsec {
  readonly rule: Item;
  /** The policy that its connections are for, or the identity whose clients it is made for. */
  readonly policy: Item;
  readonly isMade: boolean;
}

/** FastTrack rules that take connections past their IPsec policy: each with the first. */
export function fasttrackedPastIpsec(network: Network): readonly PastIpsec[] {
  if (!mayFasttrack(network, 4)) return [];
  const found = new Map<Item, PastIpsec>();
  for (const { item: policy, match } of [...ipsecPolicies(network, 4), ...generatedPolicies(network, 4)]) {
    const isMade = policy.menu !== '/ip/ipsec/policy';
    const flow = isMade ? unwrittenFlow(anybody, firstOf(match)) : flowOf(policy);
    // The policy means what answers connections from the other side as well, and whom NAT gives an address of its own.
    const isGiven = overlapsSet(match.source ?? [], givenSources(network));
    const ways = [flow, { ...flow, from: flow.to, to: flow.from }, ...(isGiven ? [{ ...flow, from: anybody }] : [])];
    for (const { outcome } of ways.flatMap((way) => followFlow(network, way))) {
      const rule = outcome.fasttracked?.rule.item;
      const isPast = outcome.because.some(
        ({ code, at }) => code === pastIpsec && at === placeOf(policy, isMade ? 'generate-policy' : 'dst-address'),
      );
      if (rule && isPast && !found.has(rule)) found.set(rule, { rule, policy, isMade });
    }
  }
  return [...found.values()];
}

const anybody: Endpoint = { label: '', interfaces: [], prefixes: [], internet: false };

/** One client. */
function firstOf({ destination }: PacketMatch): Endpoint {
  const prefixes = (destination ?? [])
    .slice(0, 1)
    .map(({ from }) => ({ family: 4, base: BigInt(from), length: 32 }) as const);
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
