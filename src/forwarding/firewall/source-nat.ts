// Source NAT as the CPU applies it to packets that open a connection: `masquerade`, `src-nat`, `netmap`.

import { propertyValue } from '../../model/config.ts';
import type { Network } from '../network/network.ts';
import { cause, placeOf } from '../packets/causes.ts';
import {
  allAddresses,
  allPorts,
  type IntervalSet,
  isEmpty,
  type PacketSet,
  subtract,
  unionOf,
} from '../packets/space.ts';
import type { ChainState } from './chain-state.ts';
import { walkChain } from './chains.ts';
import { isApart } from './connection-states.ts';
import { type FirewallRule, firewallOf } from './firewall.ts';
import { isMade, selectedByIpsec } from './ipsec.ts';
import { newAddresses, withoutThoseThere } from './new-addresses.ts';
import { isOfSourceNat, type NatState, type Outcome, type TraceState } from './outcome.ts';

/** What NAT has made of a connection. */
export type Translation = Pick<Outcome, 'translated' | 'newSources' | 'unencrypted'>;

type SourceNatPart = Pick<ChainState, 'packets'> & { readonly nat: Translation; readonly rule?: FirewallRule };

/** Cuts a class that leaves by what source NAT makes of it. */
export function sourceNat(network: Network, state: ChainState): readonly SourceNatPart[] {
  const { packets, natState, outInterface = '' } = state;
  const whole = { packets, nat: { translated: natState } };
  const firewall = firewallOf(network, packets.family);
  if (isOfSourceNat(natState) || isApart(network, state) || firewall.chain('nat', 'srcnat').length === 0)
    return [whole];
  const start = { ...state, connectionState: 'new' as const, end: undefined };
  const at = { family: packets.family, interface: outInterface };
  const parts = walkChain(firewall, 'nat', 'srcnat', start).flatMap(({ end, packets: part, uncertainty }) => {
    const rule = end && end.action !== 'accept' ? end : undefined;
    const sources = rule && newAddresses(network, rule, part.source, at);
    const mayStay = rule?.action === 'src-nat' && propertyValue(rule.item, 'to-ports') === undefined;
    return withoutThoseThere({ packets: part, rule, uncertainty, sources }, 'source', mayStay ? sources : undefined);
  });
  const translated = parts.filter(({ rule }) => rule);
  if (translated.length === 0) return [whole];
  // Where it is open whether a rule means them, answers may come to the device.
  if (parts.some(({ uncertainty }) => uncertainty && uncertainty !== state.uncertainty)) {
    const sources = translated.map((part) => part.sources);
    return [{ ...whole, nat: translationTo(natState, sources) }];
  }
  return parts.map(({ packets: part, rule, sources }) => {
    if (!rule) return { ...whole, packets: part };
    const nat = { ...translationTo(natState, [sources]), ...takenFromIpsec(network, part, rule, sources) };
    return { packets: part, nat, rule };
  });
}

/**
 * Packets reach IPsec under the source that NAT has given them, whatever that is where nobody knows it.
 * Source: manual, ipsec, "NAT and Fasttrack Bypass".
 */
function takenFromIpsec(
  network: Network,
  packets: PacketSet,
  { item: rule }: FirewallRule,
  sources = subtract(allAddresses(packets.family), packets.source),
): Pick<Outcome, 'unencrypted'> {
  const { selected, plain } = selectedByIpsec(network, packets);
  const [first] = selected;
  if (!first || isMade(first.item) || plain.length > 0) return {};
  const isStillSelected = selectedByIpsec(network, { ...packets, source: sources, sourcePort: allPorts });
  return isStillSelected.selected.length > 0 ? {} : { unencrypted: { rule, policy: first.item } };
}

/** IPsec policies are for packets as NAT has made them. */
export function withMissedPolicy(trace: TraceState, { unencrypted }: Translation): TraceState {
  if (!unencrypted) return trace;
  const text = 'an IPsec policy is for these packets, and NAT gives them a source that it does not select';
  const missed = cause('firewall/ipsec-missed-by-nat', text, placeOf(unencrypted.rule, 'action'));
  return { ...trace, notes: [...trace.notes, missed] };
}

function translationTo(before: NatState | undefined, sources: readonly (IntervalSet | undefined)[]): Translation {
  const isKnown = sources.every((each) => each && !isEmpty(each));
  const translated = before ? 'both' : 'srcnat';
  return { translated, ...(isKnown && { newSources: unionOf(sources.flatMap((each) => each ?? [])) }) };
}
