// FastTrack rules of a config: which there are, and whether they take traffic that something else needs to see.

import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import { type PathMasks, pathsOfKind, pathsWithout } from './paths.ts';
import { type AffectedRule, actionOf, findAffectedRules } from './policy.ts';

/** Enabled FastTrack rules for forwarded IPv4 traffic, of filter and mangle, in order. */
export function fasttrackRules(network: Network): readonly Item[] {
  return [
    ...enabledItemsOf(network.config, '/ip/firewall/filter'),
    ...enabledItemsOf(network.config, '/ip/firewall/mangle'),
  ].filter((item) => isFasttrack(item) && !isLocal(item));
}

export function isFasttrack(item: Item): boolean {
  return actionOf(item) === 'fasttrack-connection';
}

/** Chains of the device's own traffic, which FastTrack does not serve. */
function isLocal(item: Item): boolean {
  const chain = propertyValue(item, 'chain');
  return chain === 'input' || chain === 'output';
}

const marks = ['connection-mark', 'packet-mark', 'routing-mark'];

/** A rule that looks at marks keeps marked traffic apart: a deliberate exclusion. */
export function looksAtMarks(item: Item): boolean {
  return marks.some((name) => item.properties.has(name));
}

/**
 * FastTrack rules that take established connections on these paths. Paths that the chip routes are left out: their
 * packets meet no rule at all.
 */
export function fasttracking(network: Network, paths: PathMasks): readonly AffectedRule[] {
  return findAffectedRules({
    network,
    menu: '/ip/firewall/filter',
    chain: 'forward',
    family: 4,
    state: 'established',
    paths: pathsWithout(paths, pathsOfKind(network, 4, 'hardware')),
    isPolicy: isFasttrack,
  });
}

/** Rules in front of a FastTrack rule of the same chain. */
export function rulesBefore(network: Network, fasttrack: Item): readonly Item[] {
  const chain = propertyValue(fasttrack, 'chain');
  const items = enabledItemsOf(network.config, fasttrack.menu).filter((item) => propertyValue(item, 'chain') === chain);
  return items.slice(0, items.indexOf(fasttrack));
}
