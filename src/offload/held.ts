// What keeps routed interfaces off the chip, as the engine says it.

import { type RoutedEnd, routedEnds } from '../forwarding/ends.ts';
import type { Network, VlanInterface } from '../forwarding/network.ts';
import type { RuleId } from './rule.ts';

/** Ends whose packets the chip does not route for this reason. */
export function endsHeldBy(network: Network, code: RuleId): readonly RoutedEnd[] {
  return routedEnds(network, 4).filter(({ leg }) => leg.reason?.cause.code === code);
}

/** Those of them that are VLANs. */
export function vlansHeldBy(network: Network, code: RuleId): readonly VlanInterface[] {
  return endsHeldBy(network, code).flatMap(({ name }) => network.vlanInterfaces.get(name) ?? []);
}
