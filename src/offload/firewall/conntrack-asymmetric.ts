// One direction by the CPU, the other by the chip: connection tracking sees half of each connection.

import { type RoutedEnd, routedEnds } from '../../forwarding/ends.ts';
import type { Network } from '../../forwarding/network.ts';
import { enabledItemsOf, type Item, listValues, propertyValue } from '../../model/config.ts';
import { isSamePrefix, parsePrefix } from '../../model/prefix.ts';
import { endsOf } from '../ends-index.ts';
import { manualFix } from '../fix.ts';
import { label } from '../locations.ts';
import { firstIn, pathsOfKind } from '../paths.ts';
import { isDropping } from '../policy.ts';
import { isRedirected } from '../redirects.ts';
import { defineRule, type Finding } from '../rule.ts';
import { endsSeenBy } from '../rule-ingress.ts';
import { breadthOf, effectOf, rulesOfRoutingChip } from '../switch-rules.ts';
import { translatingRules } from '../translation.ts';

export const conntrackAsymmetric = defineRule({
  id: 'firewall/conntrack-asymmetric',
  cost: 'C',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: [],
  summary: 'Both directions of a connection have to be forwarded by the same party',
  why: 'The CPU sees packets in one direction only. It counts them as invalid and drops them, or the connection stays `new` for ever.',
  remedy: 'Make both directions the same: redirect both to the CPU, or route both in hardware.',

  check({ network }) {
    const drop = dropOfInvalid(network);
    if (!drop) return [];
    return [...byFlags(network, drop), ...byRedirects(network, drop)];
  },
});

/** A rule of the forward chain that drops what tracking calls invalid. */
function dropOfInvalid({ config }: Network): Item | undefined {
  return enabledItemsOf(config, '/ip/firewall/filter').find(
    (item) =>
      propertyValue(item, 'chain') === 'forward' &&
      isDropping(item) &&
      listValues(propertyValue(item, 'connection-state')).includes('invalid'),
  );
}

/** What leaves at a port without the flag takes the CPU; the answer enters there and may be routed by the chip. */
function byFlags(network: Network, drop: Item): readonly Finding[] {
  const { ends, masks } = pathsOfKind(network, 4, 'unguarded');
  return ends.flatMap((end, index) => {
    const to = firstIn(ends, masks[index] ?? 0n);
    // Answers to translated connections are addressed to the device, so they reach the CPU.
    if (!to || end.leg.reason || translatingRules(network, end).length > 0) return [];
    const port = end.leg.off.find(({ name }) => !isRedirected(network, name, 4));
    if (!port?.l3OffloadItem) return [];
    return [
      finding(
        port.l3OffloadItem,
        'l3-hw-offloading',
        `\`${to.name}\` to \`${end.name}\` by the CPU, back perhaps by the chip`,
        drop,
      ),
    ];
  });
}

/** A redirect for one direction whose other direction the chip routes. */
function byRedirects(network: Network, drop: Item): readonly Finding[] {
  const rules = rulesOfRoutingChip(network).filter(
    (item) => effectOf(item) === 'redirect-to-cpu' && breadthOf(item) === 'addresses',
  );
  const ends = routedEnds(network, 4);
  return rules.flatMap((rule) => {
    const target = endsNamedBy(ends, rule, 'dst-address');
    const named = endsNamedBy(ends, rule, 'src-address');
    const source = endsSeenBy(network, rule, 4).filter((end) => !named || named.has(end));
    if ((!target && !named) || isForDevice(network, rule)) return [];
    if (rules.some((other) => other !== rule && (isReverse(rule, other) || isWayBack(network, rule, other)))) return [];
    const pair = reversePath(network, new Set(source), target);
    return pair
      ? [finding(rule, 'redirect-to-cpu', `back from \`${pair.from.name}\` to \`${pair.to.name}\` by the chip`, drop)]
      : [];
  });
}

/** The other rule takes, where packets of the first one arrive, what goes back to where they came from. */
function isWayBack(network: Network, rule: Item, other: Item): boolean {
  const ends = routedEnds(network, 4);
  const leadsTo = (from: Item, to: Item) => {
    const seen = new Set(endsSeenBy(network, to, 4));
    const target = endsNamedBy(ends, from, 'dst-address');
    return target !== undefined && target.size > 0 && [...target].every((end) => seen.has(end));
  };
  return leadsTo(rule, other) && leadsTo(other, rule);
}

function endsNamedBy(ends: readonly RoutedEnd[], rule: Item, property: string): ReadonlySet<RoutedEnd> | undefined {
  const prefix = parsePrefix(propertyValue(rule, property) ?? '');
  return prefix && endsOf(ends, prefix);
}

/** What is addressed to the device itself is not forwarded. */
function isForDevice({ l3Interfaces }: Network, rule: Item): boolean {
  const target = parsePrefix(propertyValue(rule, 'dst-address') ?? '');
  if (target?.length !== 32) return false;
  return [...l3Interfaces.values()].some(({ addresses }) => addresses.some(({ host }) => isSamePrefix(host, target)));
}

/** The other rule matches the way back. */
function isReverse(rule: Item, other: Item): boolean {
  const [from, to] = [propertyValue(rule, 'src-address'), propertyValue(rule, 'dst-address')];
  const back = [propertyValue(other, 'src-address'), propertyValue(other, 'dst-address')];
  return (to !== undefined && back[0] === to) || (from !== undefined && back[1] === from);
}

function reversePath(
  network: Network,
  source: ReadonlySet<RoutedEnd>,
  target: ReadonlySet<RoutedEnd> | undefined,
): { readonly from: RoutedEnd; readonly to: RoutedEnd } | undefined {
  const { ends, masks } = pathsOfKind(network, 4, 'hardware');
  for (const [index, from] of ends.entries()) {
    if (target && !target.has(from)) continue;
    const to = ends.find((end, at) => ((masks[index] ?? 0n) >> BigInt(at)) & 1n && source.has(end));
    if (to) return { from, to };
  }
  return undefined;
}

function finding(subject: Item, property: string, text: string, drop: Item): Finding {
  return {
    subject,
    placement: 'dropped',
    what: 'connections break: the firewall sees one direction, the chip forwards the other',
    primary: label(subject, property, text),
    related: [label(drop, 'connection-state', 'drops the half that the CPU sees')],
    fix: manualFix('make both directions the same: redirect both, or route both in hardware'),
  };
}
