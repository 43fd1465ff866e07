// Why connections on the slow path are not FastTrack: explanations, which decide nothing.

import type { Item } from '../model/config.ts';
import { type Objection, objection, placeOf } from './causes.ts';
import type { Passage } from './chains.ts';
import { firewallOf } from './firewall.ts';
import type { Network } from './network.ts';
import { type Box, hasPorts } from './space.ts';

/** FastTrack takes TCP and UDP alone. */
export function isFast({ protocol }: Box): boolean {
  return protocol === 'tcp' || protocol === 'udp';
}

/** Why a connection that could be FastTrack is not. */
export function whySlow(
  network: Network,
  passage: Passage,
  chosenBy: Item | undefined,
  stops: Objection | undefined,
): readonly Objection[] {
  const { box, connectionState, end } = passage;
  const fact = network.offload?.switch.fact('l3.fasttrack');
  if (chosenBy?.menu.endsWith('/mangle') && fact?.value === false) {
    const text = 'mangle picks the routing table, and this chip cannot take connections over from the CPU';
    const says = fact.says('the chip does not forward FastTrack connections');
    return [objection('cpu', 'firewall/mangle-on-no-fasttrack-hw', text, placeOf(chosenBy, 'action'), says)];
  }
  const rules = firewallOf(network, box.family);
  if (stops || rules.rules === 0) return [];
  const candidate = fasttrackRules(network, box.family)[0];
  if (!candidate) {
    if (chosenBy || !isFast(box) || connectionState === 'untracked') return [];
    return [objection('cpu', 'firewall/fasttrack-missing', 'no rule makes these connections FastTrack', undefined)];
  }
  const at = candidate.origin;
  if (!isFast(box) || !hasPorts(box.protocol)) {
    return [objection('cpu', 'firewall/fasttrack-l4-limit', `${box.protocol} is never FastTrack`, at)];
  }
  if (connectionState === 'untracked') {
    return [objection('cpu', 'firewall/notrack-no-fasttrack', 'these packets are not tracked', at)];
  }
  if (connectionState === 'new') {
    const text = 'nobody answers, so the connection stays `new` and the FastTrack rule does not match';
    return [objection('cpu', 'firewall/fasttrack-needs-reply', text, placeOf(candidate, 'connection-state'))];
  }
  if (end?.action === 'accept') {
    return [
      objection('cpu', 'firewall/fasttrack-after-accept', 'an earlier rule accepts these packets', end.item.origin),
    ];
  }
  return [];
}

function fasttrackRules(network: Network, family: 4 | 6): readonly Item[] {
  const firewall = firewallOf(network, family);
  const inChain = (table: 'filter' | 'mangle', chain: string) =>
    firewall.chain(table, chain).filter(({ action }) => action === 'fasttrack-connection');
  return [...inChain('filter', 'forward'), ...inChain('mangle', 'prerouting'), ...inChain('mangle', 'forward')].map(
    ({ item }) => item,
  );
}
