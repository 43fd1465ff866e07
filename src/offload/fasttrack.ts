// FastTrack rules of a config and what they are for.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import { actionOf } from './policy.ts';

/** Enabled FastTrack rules for forwarded IPv4 traffic, of filter and mangle, in order. */
export function fasttrackRules(network: Network): readonly Item[] {
  return [
    ...enabledItemsOf(network.config, '/ip/firewall/filter'),
    ...enabledItemsOf(network.config, '/ip/firewall/mangle'),
  ].filter((item) => actionOf(item) === 'fasttrack-connection' && !isLocal(item));
}

/** Chains of the device's own traffic, which FastTrack does not serve. */
function isLocal(item: Item): boolean {
  const chain = propertyValue(item, 'chain');
  return chain === 'input' || chain === 'output';
}
