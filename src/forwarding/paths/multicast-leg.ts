// Packets to multicast groups: the chip leaves their routing to the CPU, where they meet the firewall.

import { enabledItemsOf, listValues, propertyValue } from '../../model/config.ts';
import { denied } from '../cpu/cpu-way.ts';
import { enteringChains, forwardChains } from '../firewall/chain-paths.ts';
import { type ChainState, startChain } from '../firewall/chain-state.ts';
import { isDenied } from '../firewall/chains.ts';
import { isTracking } from '../firewall/cpu-path.ts';
import { endTrace, type Outcome, type TraceState, type Traffic } from '../firewall/outcome.ts';
import type { Network } from '../network/network.ts';
import { cause, makeReason } from '../packets/causes.ts';
import { matchOf, splitAll } from '../packets/space.ts';
import { pastSwitchRules } from './follow.ts';

export function multicastLeg(network: Network, traffic: Traffic): readonly Outcome[] {
  return pastSwitchRules(network, { traffic, to: 'a multicast group', notes: notesOf(network) }, (trace) => {
    const router = multicastRouters(network)[0]?.item;
    const reason = makeReason('cpu', 'route/multicast-routing-cpu', 'the CPU routes multicast', router?.origin);
    const end = { placement: 'cpu', cpuPath: 'slow', datapath: 'l3-routing' } as const;
    const { passed, lost } = pastFirewall(network, trace);
    return [
      ...lost.flatMap((state) => denied(trace, state, { reasons: [], chipTakes: true }).ended ?? []),
      ...passed.map(({ packets }) => endTrace({ ...trace, packets }, end, [reason])),
    ];
  });
}

/** What gets to some network of the group, and what no network gets. */
function pastFirewall(network: Network, { traffic: { inInterface }, packets }: TraceState) {
  const connectionState = isTracking(network) ? 'new' : 'untracked';
  const entered = enteringChains(network, startChain({ packets, inInterface, connectionState }));
  const networks = networksOf(network).filter((name) => name !== inInterface);
  const ends = networks.flatMap((outInterface) =>
    entered.flatMap((state) => (isDenied(state) ? [state] : forwardChains(network, { ...state, outInterface }))),
  );
  const passed = networks.length === 0 ? entered : ends;
  const open = passed.filter((state) => !isDenied(state));
  const left = (state: ChainState) =>
    open.reduce((rest, each) => splitAll(rest, matchOf(each.packets)).outside, [state.packets]);
  const lost = passed.filter(isDenied).flatMap((state) => left(state).map((part) => ({ ...state, packets: part })));
  return { passed: open, lost };
}

/** Where multicast is routed. */
function networksOf(network: Network): readonly string[] {
  return multicastRouters(network).flatMap(({ item, property }) =>
    listValues(propertyValue(item, property)).flatMap((name) => {
      const members = network.interfaceListMembers(name);
      return members.size > 0 ? [...members] : [name];
    }),
  );
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
