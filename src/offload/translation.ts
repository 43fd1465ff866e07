// Address translation that routed traffic would need the CPU for: which NAT rules apply on paths of a kind.

import type { RoutedEnd } from '../forwarding/ends.ts';
import { natTargetName } from '../forwarding/matchers.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { matchingOf } from './firewall-match.ts';
import { firstIn, maskOf, maskOfPrefixes, type PathKind, type PathMasks, pathsOfKind } from './paths.ts';
import { type AffectedRule, actionOf, findAffectedRules } from './policy.ts';

const sourceActions: ReadonlySet<string> = new Set([
  'masquerade',
  'src-nat',
  'netmap',
  'same',
  'endpoint-independent-nat',
]);
const destinationActions: ReadonlySet<string> = new Set(['dst-nat', 'redirect', 'netmap', 'same']);

/** NAT rules whose traffic, or the answers to it, takes a path of this kind. */
export function findAffectedTranslations(network: Network, kind: PathKind): readonly AffectedRule[] {
  const paths = pathsOfKind(network, 4, kind);
  const source = findAffectedRules({
    network,
    menu: '/ip/firewall/nat',
    chain: 'srcnat',
    family: 4,
    paths,
    isPolicy: (item) => sourceActions.has(actionOf(item)),
  });
  return [...source, ...findAffectedDestinations(network, paths)];
}

/**
 * A packet to the device's own address reaches the CPU and is translated there; it is the answer, or a packet to
 * somebody else's address, that the chip can take. So the path between who asks and who answers decides, in either
 * direction.
 */
function findAffectedDestinations(network: Network, paths: PathMasks): readonly AffectedRule[] {
  const { ends, masks } = paths;
  const matching = matchingOf(network, ends, 4);
  const internet = maskOf(ends, (end) => end.internet);
  const affectedRules: AffectedRule[] = [];
  for (const item of enabledItemsOf(network.config, '/ip/firewall/nat')) {
    if (propertyValue(item, 'chain') !== 'dstnat' || !destinationActions.has(actionOf(item))) continue;
    const { ins } = matching.matchOf(withoutDestination(item));
    const asking = names(item, 'in-interface', 'in-interface-list', 'src-address', 'src-address-list')
      ? ins
      : internet & ins;
    const answering = answeringEnds(item, ends, internet);
    const affected = pathEitherWay(item, ends, masks, asking, answering);
    if (affected) affectedRules.push(affected);
  }
  return affectedRules;
}

function names(item: Item, ...properties: readonly string[]): boolean {
  return properties.some((property) => item.properties.has(property));
}

/** The original destination is the device or a stranger; where the packet goes is decided by the translation. */
function withoutDestination(item: Item): Item {
  const properties = new Map([...item.properties].filter(([name]) => !name.startsWith('dst-')));
  return { ...item, properties };
}

/** Who the packets are sent to: the new address, or whoever was asked, for a redirect to the device. */
function answeringEnds(item: Item, ends: readonly RoutedEnd[], internet: bigint): bigint {
  const target = parsePrefix(propertyValue(item, natTargetName(item))?.split('-')[0] ?? '');
  if (!target || actionOf(item) === 'redirect') return internet;
  return maskOfPrefixes(ends, [target]);
}

function pathEitherWay(
  rule: Item,
  ends: readonly RoutedEnd[],
  masks: readonly bigint[],
  asking: bigint,
  answering: bigint,
): AffectedRule | undefined {
  for (const [index, mask] of masks.entries()) {
    const from = ends[index];
    if (!from) continue;
    const isAsking = ((asking >> BigInt(index)) & 1n) === 1n;
    const isAnswering = ((answering >> BigInt(index)) & 1n) === 1n;
    const to = firstIn(ends, (isAsking ? mask & answering : 0n) | (isAnswering ? mask & asking : 0n));
    if (to) return { rule, from, to };
  }
  return undefined;
}

/** Source NAT for what leaves at this end: a sign that its traffic is meant to meet the CPU in both directions. */
export function translatingRules(network: Network, end: RoutedEnd): readonly Item[] {
  const rules = enabledItemsOf(network.config, '/ip/firewall/nat').filter(
    (item) => propertyValue(item, 'chain') === 'srcnat' && sourceActions.has(actionOf(item)),
  );
  const matching = matchingOf(network, [end], 4);
  return rules.filter((item) => matching.matchOf(item).outs === 1n);
}
