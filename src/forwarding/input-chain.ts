// The input chain, for packets that end at the device.

import { makeReason, placeOf } from './causes.ts';
import { inputChains } from './chain-paths.ts';
import type { ChainState } from './chain-state.ts';
import { isDenied } from './chains.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, type TraceState } from './outcome.ts';

/** What the input chains make of packets that end at the device, as they come from `start`. */
export function throughInput(network: Network, trace: TraceState, start: ChainState): readonly Outcome[] {
  return inputChains(network, { ...start, isAddressedToDevice: true, end: undefined }).map((state) => {
    const here = { ...trace, packets: state.packets };
    if (isDenied(state)) {
      const stop = makeReason(
        'dropped',
        'flow/denied-by-firewall',
        'the input chain drops these packets',
        placeOf(state.end?.item, 'action'),
      );
      return endTrace(here, { placement: state.uncertainty ? 'unknown' : 'dropped', datapath: 'input' }, [stop]);
    }
    const reason = makeReason('cpu', 'route/broadcast-multicast-local-cpu', 'the packets are for the device itself');
    return endTrace(here, { placement: 'cpu', cpuPath: 'slow', datapath: 'input' }, [reason]);
  });
}
