// Packets to multicast groups: the chip leaves their routing to the CPU.

import { enabledItemsOf } from '../model/config.ts';
import { cause, makeReason } from './causes.ts';
import { pastSwitchRules } from './follow.ts';
import type { Network } from './network.ts';
import { endTrace, type Outcome, type Traffic } from './outcome.ts';

export function multicastLeg(network: Network, traffic: Traffic): readonly Outcome[] {
  return pastSwitchRules(network, { traffic, to: 'a multicast group', notes: notesOf(network) }, (trace) => {
    const router = multicastRouters(network)[0]?.item;
    const reason = makeReason('cpu', 'route/multicast-routing-cpu', 'the CPU routes multicast', router?.origin);
    return [endTrace(trace, { placement: 'cpu', cpuPath: 'slow', datapath: 'l3-routing' }, [reason])];
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
