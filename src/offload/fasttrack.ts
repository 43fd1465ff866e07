// FastTrack rules of a config: which there are, and whether they take traffic that something else needs to see.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, listValues, propertyValue } from '../model/config.ts';
import { actionOf } from './firewall-items.ts';

const marks = ['connection-mark', 'packet-mark', 'routing-mark'];

/** A FastTrack rule for unmarked traffic leaves marked traffic out; one for a mark takes just that. */
export function leavesMarkedOut(item: Item): boolean {
  return marks.some((name) => {
    const value = propertyValue(item, name);
    return value === 'no-mark' || value?.startsWith('!') === true;
  });
}

/** Rules in front of a FastTrack rule of the same chain. */
export function rulesBefore(network: Network, fasttrack: Item): readonly Item[] {
  const chain = propertyValue(fasttrack, 'chain');
  const items = enabledItemsOf(network.config, fasttrack.menu).filter((item) => propertyValue(item, 'chain') === chain);
  return items.slice(0, items.indexOf(fasttrack));
}

/** An earlier rule that accepts all that the FastTrack rule would take: it is never reached. */
export function acceptInFrontOf(network: Network, fasttrack: Item): Item | undefined {
  return rulesBefore(network, fasttrack).find((item) => actionOf(item) === 'accept' && coversRule(item, fasttrack));
}

const notMatchers: ReadonlySet<string> = new Set([
  'action',
  'chain',
  'comment',
  'disabled',
  'log',
  'log-prefix',
  'hw-offload',
]);

/** Everything that the narrow rule matches, the wide one matches too. */
function coversRule(wide: Item, narrow: Item): boolean {
  for (const [name, { value }] of wide.properties) {
    if (notMatchers.has(name)) continue;
    const other = propertyValue(narrow, name);
    if (name === 'connection-state') {
      const states = new Set(listValues(value));
      const wanted = listValues(other);
      if (value.startsWith('!') || wanted.length === 0 || !wanted.every((state) => states.has(state))) return false;
    } else if (other !== value) return false;
  }
  return true;
}
