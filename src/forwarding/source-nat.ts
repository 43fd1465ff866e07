// Source NAT as the CPU applies it to packets that open a connection: `masquerade`, `src-nat`, `netmap`.

import { type ChainState, walkChain } from './chains.ts';
import { isApart } from './connection-states.ts';
import type { CpuArrival } from './cpu-arrival.ts';
import { firewallOf } from './firewall.ts';
import type { Network } from './network.ts';
import { newAddresses } from './new-addresses.ts';
import type { Outcome } from './outcome.ts';
import { isEmpty, unionOf } from './space.ts';

/** What NAT has made of packets that leave, and of the addresses that answers go to. */
export function translationOf(
  network: Network,
  state: ChainState,
  { natState }: CpuArrival,
): Pick<Outcome, 'translated' | 'newSources'> {
  if (natState) return { translated: natState };
  if (isApart(state)) return { translated: undefined };
  const { packets, outInterface = '' } = state;
  const start = { ...state, connectionState: 'new' as const, end: undefined };
  const ends = walkChain(firewallOf(network, packets.family), 'nat', 'srcnat', start).flatMap(
    ({ end, packets: part }) => (end && end.action !== 'accept' ? [{ rule: end, part }] : []),
  );
  if (ends.length === 0) return { translated: undefined };
  const at = { family: packets.family, interface: outInterface };
  const sources = ends.map(({ rule, part }) => newAddresses(network, rule, part.source, at));
  const isKnown = sources.every((each) => each && !isEmpty(each));
  return { translated: 'srcnat', ...(isKnown && { newSources: unionOf(sources.flatMap((each) => each ?? [])) }) };
}
