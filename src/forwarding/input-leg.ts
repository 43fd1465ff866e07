// Packets for the device itself: switch rules first, then the input chain.

import { applySwitchRules } from './acl.ts';
import { makeReason, placeOf } from './causes.ts';
import { isDenied, startChain, walkChain } from './chains.ts';
import { firewallOf } from './firewall.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, step, type TraceState, type Traffic } from './outcome.ts';

export function inputLeg(network: Network, traffic: Traffic): readonly Outcome[] {
  return applySwitchRules(network, traffic.ingress, traffic.packets).flatMap(({ packets, rule, uncertainty }) => {
    const steps = [step('ingress', `enters by \`${traffic.ingress.name}\`, for the device itself`)];
    const trace: TraceState = { traffic, packets, uncertainties: [], notes: [], steps };
    if (rule?.action.kind === 'drop') {
      const text = uncertainty ? 'a switch rule may drop these packets' : 'a switch rule drops these packets';
      const stop = makeReason('dropped', 'flow/denied', text, placeOf(rule.item, 'new-dst-ports'));
      return [endTrace(trace, { placement: uncertainty ? 'unknown' : 'dropped', datapath: 'acl' }, [stop])];
    }
    return throughInput(network, trace);
  });
}

function throughInput(network: Network, trace: TraceState): readonly Outcome[] {
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
