// Packets to multicast groups: the chip leaves their routing to the CPU.

import { enabledItemsOf } from '../model/config.ts';
import { applySwitchRules } from './acl.ts';
import { cause, makeReason, placeOf } from './causes.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, step, type TraceState, type Traffic } from './outcome.ts';

export function multicastLeg(network: Network, traffic: Traffic): readonly Outcome[] {
  return applySwitchRules(network, traffic.ingress, traffic.packets).map(({ packets, rule, uncertainty }) => {
    const steps = [step('ingress', `enters by \`${traffic.ingress.name}\`, for a multicast group`)];
    const trace: TraceState = { traffic, packets, uncertainties: [], notes: notesOf(network), steps };
    if (rule?.action.kind === 'drop') {
      const text = uncertainty ? 'a switch rule may drop these packets' : 'a switch rule drops these packets';
      const stop = makeReason('dropped', 'flow/denied', text, placeOf(rule.item, 'new-dst-ports'));
      return endTrace(trace, { placement: uncertainty ? 'unknown' : 'dropped', datapath: 'acl' }, [stop]);
    }
    const router = multicastRouters(network)[0]?.item;
    const reason = makeReason('cpu', 'route/multicast-routing-cpu', 'the CPU routes multicast', router?.origin);
    return endTrace(trace, { placement: 'cpu', cpuPath: 'slow', datapath: 'l3-routing' }, [reason]);
  });
}

function notesOf(network: Network) {
  if (multicastRouters(network).length > 0) return [];
  const text = 'neither PIM nor the IGMP proxy is configured, so the CPU sends them on to no other network';
  return [cause('route/multicast-routing-cpu', text, undefined)];
}

const routers = [
  { menu: '/routing/pimsm/interface-template', property: 'interfaces', name: 'PIM-SM' },
  { menu: '/routing/igmp-proxy/interface', property: 'interface', name: 'the IGMP proxy' },
] as const;

/** What routes multicast, by the CPU, and the property that says where. */
export function multicastRouters({ config }: Network) {
  return routers.flatMap(({ menu, ...rest }) => enabledItemsOf(config, menu).map((item) => ({ item, ...rest })));
}
