// `/routing/rule` entries that would decide differently from the chip for packets that the chip routes.

import { liesWithin, type RoutedEnd } from '../forwarding/ends.ts';
import type { Network } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { withoutRedirected } from './missed.ts';
import { firstIn, maskOf, maskOfPrefixes, pathsOfKind } from './paths.ts';
import type { AffectedRule } from './policy.ts';

/** Rules that the chip does not know and whose match includes a path that it routes, in order. */
export function bypassedRoutingRules(network: Network): readonly AffectedRule[] {
  const { ends, masks } = pathsOfKind(network, 4, 'hardware');
  const reach = [...masks];
  const affectedRules: AffectedRule[] = [];
  for (const rule of enabledItemsOf(network.config, '/routing/rule')) {
    if (needsMark(rule)) continue; // The mark comes from mangle, whose own rule speaks for it.
    const ins = sideMask(rule, ends, 'src-address') & interfaceMask(rule, ends);
    const outs = sideMask(rule, ends, 'dst-address');
    if (decidesDifferently(rule)) {
      const affected = firstAffected(rule, ends, reach, ins, outs);
      if (affected) affectedRules.push(affected);
    }
    settle(rule, ends, reach, ins, outs);
  }
  return withoutRedirected(network, affectedRules);
}

function needsMark(rule: Item): boolean {
  const mark = propertyValue(rule, 'routing-mark');
  return mark !== undefined && mark !== '' && mark !== 'main';
}

/** A look-up in `main` gives what the chip has; everything else changes the outcome. */
function decidesDifferently(rule: Item): boolean {
  const action = propertyValue(rule, 'action') ?? 'lookup';
  if (action === 'drop' || action === 'unreachable') return true;
  return (propertyValue(rule, 'table') ?? 'main') !== 'main';
}

function sideMask(rule: Item, ends: readonly RoutedEnd[], property: string): bigint {
  const prefix = parsePrefix(propertyValue(rule, property) ?? '');
  if (!prefix) return maskOf(ends, () => propertyValue(rule, property) === undefined);
  return maskOfPrefixes(ends, [prefix]);
}

function interfaceMask(rule: Item, ends: readonly RoutedEnd[]): bigint {
  const name = propertyValue(rule, 'interface');
  return maskOf(ends, (end) => name === undefined || end.name === name);
}

function firstAffected(
  rule: Item,
  ends: readonly RoutedEnd[],
  reach: readonly bigint[],
  ins: bigint,
  outs: bigint,
): AffectedRule | undefined {
  for (const [index, mask] of reach.entries()) {
    const from = ends[index];
    const to = firstIn(ends, (ins >> BigInt(index)) & 1n ? mask & outs : 0n);
    if (from && to) return { rule, from, to };
  }
  return undefined;
}

/** Paths that the rule decides for good leave `reach`: later rules are not asked about them. */
function settle(rule: Item, ends: readonly RoutedEnd[], reach: bigint[], ins: bigint, outs: bigint): void {
  const source = parsePrefix(propertyValue(rule, 'src-address') ?? '');
  const target = parsePrefix(propertyValue(rule, 'dst-address') ?? '');
  const allOuts = target ? maskOf(ends, (end) => liesWithin(end, target)) : outs;
  for (const [index, mask] of reach.entries()) {
    const end = ends[index];
    if (!end || !((ins >> BigInt(index)) & 1n) || (source && !liesWithin(end, source))) continue;
    reach[index] = mask & ~allOuts;
  }
}
