// Chains that packets pass in turn, where what one denies meets none of the others: as they enter, and behind the
// routing decision, also of packets that end at the device.

import type { Network } from '../network/network.ts';
import { makeReason, placeOf } from '../packets/causes.ts';
import type { ChainState } from './chain-state.ts';
import { isDenied, walkChain } from './chains.ts';
import { type Firewall, firewallOf, type Table } from './firewall.ts';
import { endTrace, type Outcome, type TraceState } from './outcome.ts';

/** As packets enter, where nothing translates them. */
export function enteringChains(network: Network, start: ChainState): readonly ChainState[] {
  return inTurn(firewallOf(network, start.packets.family), 'prerouting', ['raw', 'mangle'], start);
}

/** For another interface. Ends with what the filter said where that lets packets through. */
export function forwardChains(network: Network, start: ChainState): readonly ChainState[] {
  const firewall = firewallOf(network, start.packets.family);
  return inTurn(firewall, 'forward', ['mangle', 'filter'], start).flatMap((judged) =>
    inTurn(firewall, 'postrouting', isDenied(judged) ? [] : ['mangle'], judged).map((last) =>
      isDenied(last) ? last : { ...last, end: judged.end },
    ),
  );
}

/** Mangle alone, from where packets enter to where they leave. `translate`: what NAT makes of them in between. */
export function mangleChains(
  firewall: Firewall,
  start: ChainState,
  outInterface: string,
  translate: (state: ChainState) => ChainState,
): readonly ChainState[] {
  const onward = inTurn(firewall, 'prerouting', ['mangle'], start).map((state) =>
    isDenied(state) ? state : { ...translate(state), outInterface },
  );
  return ['forward', 'postrouting'].reduce(
    (states, chain) => states.flatMap((state) => inTurn(firewall, chain, ['mangle'], state)),
    onward,
  );
}

function inTurn(firewall: Firewall, chain: string, tables: readonly Table[], start: ChainState): readonly ChainState[] {
  return tables.reduce<readonly ChainState[]>(
    (states, table) =>
      states.flatMap((state) =>
        isDenied(state) ? [state] : walkChain(firewall, table, chain, { ...state, end: undefined }),
      ),
    [start],
  );
}

/** What the input chains make of packets that end at the device, as they come from `start`. */
export function throughInput(network: Network, trace: TraceState, start: ChainState): readonly Outcome[] {
  const firewall = firewallOf(network, start.packets.family);
  const arrived = { ...start, isAddressedToDevice: true, end: undefined };
  return inTurn(firewall, 'input', ['mangle', 'filter'], arrived).map((state) => {
    const here = { ...trace, packets: state.packets };
    if (isDenied(state)) {
      const text = 'the input chain drops these packets';
      const stop = makeReason('dropped', 'flow/denied-by-firewall', text, placeOf(state.end?.item, 'action'));
      return endTrace(here, { placement: state.uncertainty ? 'unknown' : 'dropped', datapath: 'input' }, [stop]);
    }
    const reason = makeReason('cpu', 'route/broadcast-multicast-local-cpu', 'the packets are for the device itself');
    return endTrace(here, { placement: 'cpu', cpuPath: 'slow', datapath: 'input' }, [reason]);
  });
}
