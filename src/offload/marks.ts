// Policy routing on the CPU: marks, routing rules and the tables that they lead to.

import { actionOf, firewallMenu } from '../forwarding/firewall/firewall.ts';
import type { Network } from '../forwarding/network/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';

const markingActions: ReadonlySet<string> = new Set(['mark-routing', 'route']);

/**
 * Mangle rules that choose a table or a next hop for forwarded packets. What the device itself sends is in chain
 * output.
 */
export function markingRules({ config }: Network, family: 4 | 6): readonly Item[] {
  return enabledItemsOf(config, firewallMenu('mangle', family)).filter((item) => {
    // Marking traffic for `main` asks for what happens anyway.
    const isIdle = actionOf(item) === 'mark-routing' && propertyValue(item, 'new-routing-mark') === 'main';
    return isMarking(item) && propertyValue(item, 'chain') !== 'output' && !isIdle;
  });
}

/** It chooses a table or a next hop. */
export function isMarking(item: Item): boolean {
  return markingActions.has(actionOf(item));
}
