// Why connections on the slow path are not FastTrack: explanations, which decide nothing.

import type { Item } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import type { ChainState } from '../firewall/chain-state.ts';
import { fasttrackRules, statefulRules } from '../firewall/fasttrack-rules.ts';
import { type Firewall, type FirewallRule, firewallOf } from '../firewall/firewall.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import type { PacketMatch, PacketSet } from '../packets/space.ts';

/** FastTrack takes TCP and UDP alone. */
export function isFast({ protocol }: Pick<PacketSet, 'protocol'>): boolean {
  return protocol === 'tcp' || protocol === 'udp';
}

/** Whether some packet of these protocols is one that FastTrack takes. */
export function mayBeFast({ protocols, protocolsNegated }: PacketMatch): boolean {
  return !protocols || protocolsNegated === true || [...protocols].some((protocol) => isFast({ protocol }));
}

/** Why a connection that could be FastTrack is not. */
export function whySlow(network: Network, state: ChainState, chosenBy?: Item, stops?: Reason): readonly Reason[] {
  const { packets, connectionState, end } = state;
  const fact = network.offload?.switch.fact('l3.fasttrack');
  if (chosenBy?.menu.endsWith('/mangle') && fact?.value === false) {
    const text = 'mangle picks the routing table, and this chip cannot take connections over from the CPU';
    const says = fact.says('the chip does not forward FastTrack connections');
    return [makeReason('cpu', 'firewall/mangle-on-no-fasttrack-hw', text, placeOf(chosenBy, 'action'), says)];
  }
  const rules = firewallOf(network, packets.family);
  if (stops || rules.rules === 0) return [];
  const candidate = fasttrackRules(network, packets.family)[0];
  if (!candidate) {
    const isStateful = statefulRules(network, packets.family).length > 0;
    if (chosenBy || !isStateful || !isFast(packets) || connectionState === 'untracked') return [];
    return [makeReason('cpu', 'firewall/fasttrack-missing', 'no rule makes these connections FastTrack')];
  }
  const at = candidate.origin;
  if (!isFast(packets)) {
    return [makeReason('cpu', 'firewall/fasttrack-l4-limit', `${packets.protocol} is never FastTrack`, at)];
  }
  if (connectionState === 'untracked') {
    return [makeReason('cpu', 'firewall/notrack-no-fasttrack', 'these packets are not tracked', at)];
  }
  if (connectionState === 'new') {
    const text = 'nobody answers, so the connection stays `new` and the FastTrack rule does not match';
    return [makeReason('cpu', 'firewall/fasttrack-needs-reply', text, placeOf(candidate, 'connection-state'))];
  }
  return end?.action === 'accept' ? acceptedBeside(rules, end, candidate) : [];
}

const orderIn = derivedOnce(({ all }: Firewall) => new Map(all('filter').map(({ item }, index) => [item, index])));

/** Behind all FastTrack rules an accept takes what none of them is for. */
function acceptedBeside(rules: Firewall, { item }: FirewallRule, first: Item): readonly Reason[] {
  const order = orderIn(rules);
  if ((order.get(item) ?? 0) > (order.get(first) ?? -1)) {
    const text = 'no FastTrack rule is for these connections';
    return [makeReason('cpu', 'firewall/fasttrack-missing', text, first.origin)];
  }
  return [makeReason('cpu', 'firewall/fasttrack-after-accept', 'an earlier rule accepts these packets', item.origin)];
}
