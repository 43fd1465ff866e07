// Packets of a class through the chains around the routing decision: as tracking knows them, or as they are addressed
// where it does not.

import type { Item } from '../../model/config.ts';
import { type ChainState, untrackedState } from '../firewall/chain-state.ts';
import { hasConnection, isDenied, walkChain } from '../firewall/chains.ts';
import { isTracking } from '../firewall/cpu-path.ts';
import { firewallOf } from '../firewall/firewall.ts';
import type { TraceState } from '../firewall/outcome.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import type { PacketSet } from '../packets/space.ts';
import { asAddressed, asTranslated, type CpuArrival } from './cpu-arrival.ts';
import { routed } from './cpu-routing.ts';
import { denied, endWay, type Way } from './cpu-way.ts';

export function through(network: Network, start: ChainState, trace: TraceState, arrival: CpuArrival): readonly Way[] {
  const firewall = firewallOf(network, start.packets.family);
  const tracked = isTracking(network);
  const raw = walkChain(firewall, 'raw', 'prerouting', asAddressed(start, arrival));
  const translated = (state: ChainState) => asTranslated(state, start, arrival);
  return raw.flatMap((state) => {
    const rule = state.effects.find(({ action }) => action === 'notrack');
    const untracked = !tracked || rule !== undefined;
    const next = { ...state, effects: [], ...(untracked && untrackedState) };
    if (isDenied(state)) return [denied(trace, translated(next), arrival)];
    // NAT is part of tracking: what that does not follow goes on as it is addressed.
    const isAstray = arrival.natState !== undefined && !hasConnection(next);
    const onward = isAstray ? { reasons: arrival.reasons, chipTakes: arrival.chipTakes } : arrival;
    const ways = walkChain(firewall, 'mangle', 'prerouting', next).flatMap((passed) => {
      const marked = isAstray ? passed : translated(passed);
      const here = isAstray ? { ...trace, packets: marked.packets } : trace;
      return isDenied(marked) ? [denied(here, marked, onward)] : routed(network, marked, here, onward);
    });
    return isAstray ? ways.map((way) => astray(way, start.packets, arrival.reasons, rule?.item)) : ways;
  });
}

/** They never get to whom `packets` name, unless they are dropped before. */
function astray(way: Way, { destination, destinationPort }: PacketSet, reasons: readonly Reason[], kept?: Item): Way {
  const { trace, state, outInterface, ended } = way;
  const packets = { ...state.packets, destination, destinationPort };
  const here = { ...trace, packets };
  if (ended && ended.placement !== 'cpu') return { ...way, trace: here, ended: { ...ended, packets } };
  const why = state.connectionState === 'invalid' ? 'invalid packets' : 'packets that are kept from tracking';
  const end = ended ? 'end at the device' : `leave for another address by \`${outInterface}\``;
  const stop = makeReason('dropped', 'flow/no-route', `${why} are not translated, and ${end}`, placeOf(kept, 'action'));
  return endWay(here, { ...state, packets }, [...reasons, stop]);
}

type Tracked = Pick<ChainState, 'connectionState' | 'connectionMark' | 'natState'>;

export function asTracked(
  connectionState: ChainState['connectionState'],
  connectionMark: string,
  natState: ChainState['natState'],
): Tracked {
  if (hasConnection({ connectionState })) return { connectionState, connectionMark, natState };
  return { connectionState, connectionMark: 'no-mark', natState: undefined };
}
