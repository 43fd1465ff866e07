// What input filters let in, as far as their rules name destinations: a route that no rule takes is rejected.
// Source: manual, route-selection-and-filtering, "Filter Syntax".

import { type Config, enabledItemsOf, type Item, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { Network, Route } from '../network/network.ts';
import { allAddresses, type IntervalSet, isEmpty, prefixInterval, subtract, unionOf } from '../packets/space.ts';
import { bgpConnectionOf, bgpConnections } from './bgp-connections.ts';

/** Where routes that a neighbour brings may lead: anywhere, where neither its row nor its instance has a filter. */
export function learntBy(config: Config, speaker: Item, family: 4 | 6, ofInstance: string | undefined): IntervalSet {
  return letIn(config, bgpConnectionOf(config, speaker)?.filter ?? ofInstance, family);
}

/** The BGP connection that may bring longer routes than a default one to all of these: its filter names them. */
export function namingConnection(network: Network, { table, prefix }: Route, set: IntervalSet): Item | undefined {
  const connections = network.learnsExpectedOnly ? [] : bgpConnections(network.config);
  const isNaming = (destinations: IntervalSet) =>
    isEmpty(subtract(set, destinations)) && !isEmpty(subtract(allAddresses(prefix.family), destinations));
  return connections.find(
    ({ table: own, filter }) =>
      own === table && filter !== undefined && isNaming(letIn(network.config, filter, prefix.family)),
  )?.item;
}

/** Each class of packets asks. */
const letIn = derivedPer((config: Config, filter: string | undefined, family: 4 | 6) =>
  takenBy(config, filter, family, () => true),
);

/** The same of those that its filter does not keep out of the chip. */
export function offloadedBy(config: Config, filter: string | undefined, family: 4 | 6): IntervalSet {
  return takenBy(config, filter, family, (rule) => !suppresses(config, rule));
}

function takenBy(config: Config, filter: string | undefined, family: 4 | 6, isAsked: (rule: Item) => boolean) {
  const rules = filter === undefined ? [] : filterRules(config, filter);
  const taken = rules.filter(isAsked).map(destinationsTaken);
  const prefixes = taken.flat().map((name) => (name === undefined ? undefined : parsePrefix(name)));
  // Without rules, or by the name of a list, it may be anything.
  if (rules.length === 0 || prefixes.includes(undefined)) return allAddresses(family);
  return unionOf(prefixes.flatMap((each) => (each?.family === family ? [prefixInterval(each)] : [])));
}

function filterRules(config: Config, chain: string): readonly Item[] {
  return enabledItemsOf(config, '/routing/filter/rule').filter((item) => propertyValue(item, 'chain') === chain);
}

/** The rule of a chain that keeps routes out of the chip, by itself or in a chain that it jumps to. */
export function suppressingRule(config: Config, chain: string, seen: readonly string[] = []): Item | undefined {
  if (seen.includes(chain)) return undefined;
  return filterRules(config, chain).find((rule) => suppresses(config, rule, [...seen, chain]));
}

function suppresses(config: Config, rule: Item, seen: readonly string[] = []): boolean {
  const text = propertyValue(rule, 'rule') ?? '';
  const target = /\bjump\s+"?([\w.-]+)/.exec(text)?.[1];
  return /suppress-hw-offload\s+yes/.test(text) || (!!target && suppressingRule(config, target, seen) !== undefined);
}

/**
 * Of `if (…) {…} else {…}`: the prefixes and lists that it takes routes of; undefined = it takes some without asking
 * for their destination.
 */
function destinationsTaken(rule: Item): readonly string[] | undefined {
  const text = propertyValue(rule, 'rule') ?? '';
  const parts = /^\s*if\s*\((.*?)\)\s*\{(.*?)\}(?:\s*else\s*\{(.*)\})?/.exec(text);
  const [, asked = '', then = text, otherwise = ''] = parts ?? [];
  const takes = (part: string) => /\b(?:accept|jump)\b/.test(part);
  if (takes(otherwise)) return undefined;
  if (!takes(then)) return [];
  const names = asked.split('||').map((part) => named.exec(part)?.[1]);
  const isEach = !/\bnot\b|!/.test(asked) && !names.includes(undefined);
  return isEach ? names.flatMap((name) => name ?? []) : undefined;
}

/** One route, or all that lie in a prefix or a list. */
const named = /\bdst\s*(?:==|in\s+(?!(?:0\.0\.0\.0|::)\/0))\s*([^\s&)]+)/;

/** The chain takes named destinations alone: what none of its rules takes is rejected (manual, Route Filtering). */
export function takesSome(config: Config, chain: string): boolean {
  const rules = filterRules(config, chain);
  return rules.length > 0 && rules.every((rule) => destinationsTaken(rule) !== undefined);
}
