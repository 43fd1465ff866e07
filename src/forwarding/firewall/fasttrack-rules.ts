// The FastTrack rules of a device, for rules and explanations that speak of all of them.

import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { Network } from '../network/network.ts';
import { type FirewallRule, firewallMenu, firewallOf, isLocal } from './firewall.ts';

/** Enabled FastTrack rules for forwarded traffic, of filter and mangle, in order. */
export const fasttrackRules = derivedPer(({ config }: Pick<Network, 'config'>, family: 4 | 6): readonly Item[] =>
  (['filter', 'mangle'] as const)
    .flatMap((table) => enabledItemsOf(config, firewallMenu(table, family)))
    .filter((item) => isFasttrack(item) && !isLocal(item)),
);

/** The same rules as what they match. */
export const fasttrackMatches = derivedPer((network: Network, family: 4 | 6): readonly FirewallRule[] => {
  const { all } = firewallOf(network, family);
  const compiled = new Map([...all('filter'), ...all('mangle')].map((rule) => [rule.item, rule]));
  return fasttrackRules(network, family).flatMap((item) => compiled.get(item) ?? []);
});

export function isFasttrack(item: Item): boolean {
  return propertyValue(item, 'action') === 'fasttrack-connection';
}

/** Rules for forwarded traffic that need connections, or switch tracking on: filter, NAT and mangle. */
export const statefulRules = derivedPer(({ config }: Pick<Network, 'config'>, family: 4 | 6): readonly Item[] => {
  const [filter, ...others] = (['filter', 'nat', 'mangle'] as const).map((table) =>
    enabledItemsOf(config, firewallMenu(table, family)),
  );
  const forward = filter?.filter((item) => propertyValue(item, 'chain') === 'forward') ?? [];
  return [...forward, ...others.flat()];
});
