// The input chain, for packets that end at the device.

import { makeReason, placeOf } from './causes.ts';
import { isDenied, startChain, walkChain } from './chains.ts';
import { firewallOf } from './firewall.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, type TraceState } from './outcome.ts';

/** What the input chain makes of packets that end at the device. */
export function throughInput(network: Network, trace: TraceState): readonly Outcome[] {
  const { traffic, packets } = trace;
  const start = startChain({
    packets,
    inInterface: traffic.inInterface,
    outInterface: undefined,
    connectionState: traffic.opens ? 'new' : 'established',
  });
  return walkChain(firewallOf(network, packets.family), 'filter', 'input', start).map((state) => {
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
    const reason = makeReason(
      'cpu',
      'route/broadcast-multicast-local-cpu',
      'the packets are for the device itself',
      undefined,
    );
    return endTrace(here, { placement: 'cpu', cpuPath: 'slow', datapath: 'input' }, [reason]);
  });
}
