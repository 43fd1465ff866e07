// Packets for the device itself: switch rules first, then the input chain.

import { applySwitchRules } from './acl.ts';
import { objection, placeOf } from './causes.ts';
import { isDenied, startPassage, walkChain } from './chains.ts';
import { firewallOf } from './firewall.ts';
import type { Network } from './network.ts';
import { endJourney, type Journey, type Outcome, step, type Traffic } from './outcome.ts';

export function inputLeg(network: Network, traffic: Traffic): readonly Outcome[] {
  return applySwitchRules(network, traffic.ingress, traffic.box).flatMap(({ box, rule, doubt }) => {
    const steps = [step('ingress', `enters by \`${traffic.ingress.name}\`, for the device itself`)];
    const journey: Journey = { traffic, box, doubts: [], notes: [], steps };
    if (rule?.action.kind === 'drop') {
      const text = doubt ? 'a switch rule may drop these packets' : 'a switch rule drops these packets';
      const stop = objection('dropped', 'flow/denied', text, placeOf(rule.item, 'new-dst-ports'));
      return [endJourney(journey, { placement: doubt ? 'unknown' : 'dropped', datapath: 'acl' }, [stop])];
    }
    return throughInput(network, journey);
  });
}

function throughInput(network: Network, journey: Journey): readonly Outcome[] {
  const { traffic, box } = journey;
  const start = startPassage({
    box,
    inInterface: traffic.inInterface,
    outInterface: undefined,
    connectionState: traffic.opens ? 'new' : 'established',
  });
  return walkChain(firewallOf(network, box.family), 'filter', 'input', start).map((passage) => {
    const here = { ...journey, box: passage.box };
    if (isDenied(passage)) {
      const stop = objection(
        'dropped',
        'flow/denied-by-firewall',
        'the input chain drops these packets',
        placeOf(passage.end?.item, 'action'),
      );
      return endJourney(here, { placement: passage.doubt ? 'unknown' : 'dropped', datapath: 'input' }, [stop]);
    }
    const reason = objection(
      'cpu',
      'route/broadcast-multicast-local-cpu',
      'the packets are for the device itself',
      undefined,
    );
    return endJourney(here, { placement: 'cpu', cpuPath: 'slow', datapath: 'input' }, [reason]);
  });
}
