// What keeps routed interfaces, or the whole device, off the chip, as the engine says it.

import { type Exclusion, exclusions } from '../forwarding/device-reasons.ts';
import { type RoutedEnd, routedEnds } from '../forwarding/ends.ts';
import type { Network, PhysicalPort, VlanInterface } from '../forwarding/network.ts';
import type { Item } from '../model/config.ts';
import { routeInHardware } from './fix.ts';
import { defineRule, ofRoutingChip, type Rule, type RuleId, type RuleText } from './rule.ts';

/** Ends whose packets the chip does not route for this reason. */
export function endsHeldBy(network: Network, code: RuleId): readonly RoutedEnd[] {
  return routedEnds(network, 4).filter(({ leg }) => leg.reason?.cause.code === code);
}

/** Those of them that are VLANs. */
export function vlansHeldBy(network: Network, code: RuleId): readonly VlanInterface[] {
  return endsHeldBy(network, code).flatMap(({ name }) => network.vlanInterfaces.get(name) ?? []);
}

export function excludedBy(network: Network, code: RuleId): readonly Exclusion[] {
  return exclusions(network).filter(({ reason }) => reason.cause.code === code);
}

/** A rule that finds nothing by itself: wherever the feature is, the engine calls hardware routing unavailable. */
export function defineExclusionRule({
  feature,
  labelOf,
  fix,
  ...rule
}: RuleText & { readonly feature: string; labelOf(item: Item): string; readonly fix: string }): Rule {
  return defineRule({
    ...rule,
    check: ofRoutingChip(({ chip, network }) => {
      const affects = routedItems(network);
      return excludedBy(network, rule.id).map(({ item, property, reason }) => ({
        subject: item,
        affects,
        placement: reason.placement,
        what: `${feature} does not work together with L3 hardware offloading`,
        primary: [property, labelOf(item)],
        fix: [fix, routeInHardware('no', 'switch', chip.switch.name)],
      }));
    }),
  });
}

/** Ports of the chip that routes. */
export function portsOfRoutingChip({ ports, offload }: Network): readonly PhysicalPort[] {
  return [...ports.values()].filter((port) => offload && port.switch === offload.switch);
}

/** Ports whose flag is off, each with the row that says so. */
export function flaggedOff(ports: readonly PhysicalPort[]) {
  return ports.flatMap((port) => {
    const { l3Offload, l3OffloadItem: item, name } = port;
    return l3Offload === false && item ? [{ item, name, port }] : [];
  });
}

/** What suffers where the chip does not route. */
export function routedItems({ routes, vlanInterfaces }: Network): readonly Item[] {
  return [...routes.map(({ item }) => item), ...[...vlanInterfaces.values()].map(({ item }) => item)];
}
