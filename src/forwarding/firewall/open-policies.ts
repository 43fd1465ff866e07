// Policies of which it is not settled yet whether packets miss them, by the interfaces that they ask for: between
// ends that none of these asks for there is nothing left to find.

import { enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { computeIfAbsent, firstOf } from '../../source/grouping.ts';
import { wordSet } from '../../source/word-set.ts';
import type { Network } from '../network/network.ts';
import { serverRules } from './destination-nat.ts';
import { policyMenus, queuesOf } from './features.ts';
import { type FirewallRule, firewallOf, isNamed, type NameMatch, tables } from './firewall.ts';
import { isWatching, rulesOnTheWay } from './rule-effects.ts';

type Asks = (inInterface: string, outInterface: string) => boolean;

interface Policy {
  readonly item: Item;
  /** Interfaces that it is kept under; the empty name stands for any. */
  readonly names: readonly string[];
  readonly asks: Asks;
}

export function openPolicies(network: Network, family: 4 | 6) {
  const policies = new Map(
    [...rulesOf(network, family), ...featuresOf(network, family)].map((each) => [each.item, each]),
  );
  const byName = new Map<string, Map<Item, Asks>>();
  for (const { item, names, asks } of policies.values()) {
    for (const name of names) computeIfAbsent(byName, name, () => new Map<Item, Asks>()).set(item, asks);
  }
  const asking = (name: string) => byName.get(name)?.values() ?? [];
  return {
    isEmpty: policies.size === 0,
    /** One of them may be for packets between these interfaces. */
    askFor: (from: string, to: string) =>
      [from, to, ''].some((name) => firstOf(asking(name), (asks) => asks(from, to)) !== undefined),
    settle: (item: Item) => {
      for (const name of policies.get(item)?.names ?? []) byName.get(name)?.delete(item);
    },
  };
}

const anywhere: Asks = () => true;

function rulesOf(network: Network, family: 4 | 6): readonly Policy[] {
  const firewall = firewallOf(network, family);
  // Those mean answers too, which enter elsewhere.
  const serving = new Set(serverRules(network, family).map(({ rule }) => rule));
  return tables.flatMap((table) =>
    rulesOnTheWay(firewall, table).flatMap((rule) => {
      if (!mayBeMissed(rule) && (table === 'nat' || !isWatching(rule))) return [];
      return [serving.has(rule) ? { item: rule.item, names: [''], asks: anywhere } : policyOf(rule)];
    }),
  );
}

function featuresOf(network: Network, family: 4 | 6): readonly Policy[] {
  const queues = new Map(queuesOf(network).simple.map((each) => [each.item, each.interfaces]));
  const items = policyMenus[family].flatMap((menu) => enabledItemsOf(network.config, menu));
  return items.map((item) => {
    const hotspot = item.menu === '/ip/hotspot' ? [propertyValue(item, 'interface') ?? ''] : undefined;
    return { item, names: queues.get(item) ?? hotspot ?? [''], asks: anywhere };
  });
}

/** Kept under one name that it asks for; under none where it asks for several, or for all but some. */
function policyOf({ item, inInterface, outInterface }: FirewallRule): Policy {
  const single = [...inInterface, ...outInterface].find(({ names, negated }) => !negated && names.size === 1);
  const suits = (matches: readonly NameMatch[], name: string) => matches.every((match) => isNamed(match, name));
  return {
    item,
    names: single ? [...single.names] : [''],
    asks: (from, to) => suits(inInterface, from) && suits(outInterface, to),
  };
}

/** It does something to forwarded packets, in a state that they can be in. */
function mayBeMissed({ action, impossible, connectionState }: FirewallRule): boolean {
  if (impossible || idle.has(action)) return false;
  return ['new', 'established', 'untracked'].some((state) => isNamed(connectionState, state));
}

const idle = wordSet(`
  accept add-dst-to-address-list add-src-to-address-list fasttrack-connection jump log notrack passthrough return
`);
