// One direction by the CPU, the other by the chip: connection tracking sees half of each connection.

import { isRedirected } from '../../forwarding/acl/entering-tables.ts';
import type { Concerns } from '../../forwarding/bypass/routed-classes.ts';
import { routedEnds, unguardedPaths } from '../../forwarding/legs/ends.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { placeOf } from '../../forwarding/packets/causes.ts';
import { forwarded, isTranslating } from '../../forwarding/paths/forwarded.ts';
import { enabledItemsOf, type Item, isYes, listValues, propertyValue } from '../../model/config.ts';
import type { Location } from '../../source/location.ts';
import { isDropping } from '../firewall-items.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';
import { endsSeenBy, rulesOfRoutingChip } from '../switch-rules.ts';

export const conntrackAsymmetric = defineRule({
  id: 'firewall/conntrack-asymmetric',
  cost: 'C',
  datapath: 'l3-routing',
  summary: 'Both directions of a connection have to be forwarded by the same party',
  why: 'The CPU sees packets in one direction only. It counts them as invalid and drops them, or the connection stays `new` for ever.',
  remedy: 'Make both directions the same: redirect both to the CPU, or route both in hardware.',

  check({ network }) {
    const drop = dropOfInvalid(network);
    if (!drop) return [];
    return [...byFlags(network, drop), ...byItems(network, drop)];
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
function byFlags(network: Network, drop: Item): readonly WrittenFinding[] {
  return unguardedPaths(network, 4).flatMap(({ from, to }) => {
    // Answers to translated connections are addressed to the device, so they reach the CPU.
    if (isTranslating(network, from)) return [];
    const port = from.leg.off.find((each) => !isRedirected(network, from.name, each, 4));
    if (!port?.l3OffloadItem) return [];
    const text = `\`${to.name}\` to \`${from.name}\` by the CPU, back perhaps by the chip`;
    return [finding(port.l3OffloadItem, 'l3-hw-offloading', text, drop)];
  });
}

/** What takes one direction to the CPU, and leaves the other to the chip. */
interface Taking {
  readonly item: Item;
  readonly property: string;
  readonly code: string;
}

/** Redirects and suppressed routes for one direction whose other direction the chip routes. */
function byItems(network: Network, drop: Item): readonly WrittenFinding[] {
  const redirects = rulesOfRoutingChip(network).filter((rule) => isYes(propertyValue(rule, 'redirect-to-cpu')));
  const suppressed = enabledItemsOf(network.config, '/ip/route').filter((route) =>
    isYes(propertyValue(route, 'suppress-hw-offload')),
  );
  const taking: readonly Taking[] = [
    ...redirects.map((item) => ({ item, property: 'redirect-to-cpu', code: 'acl/acl-redirect-to-cpu' })),
    ...suppressed.map((item) => ({ item, property: 'suppress-hw-offload', code: 'route/suppress-hw-offload-static' })),
  ];
  if (taking.length === 0) return [];
  const led = network.routes.filter(({ item }) => suppressed.includes(item)).flatMap(({ nextHops }) => nextHops);
  const names = new Set(led.map((hop) => hop.interface));
  const seeing = new Set([
    ...redirects.flatMap((rule) => endsSeenBy(network, rule, 4)),
    ...routedEnds(network, 4).filter(({ name }) => names.has(name)),
  ]);
  const codes = new Set(taking.map(({ code }) => code));
  const sources = new Map<Location, string>();
  const isSeen: Concerns = (from, to) =>
    sources.size < taking.length && [from, to].some(({ ends }) => ends.some((end) => seeing.has(end)));
  const translating = new Set(routedEnds(network, 4).flatMap((end) => (isTranslating(network, end) ? end.name : [])));
  for (const { outcome, from, to } of forwarded(network, 4, isSeen)) {
    // Nobody out there knows the addresses that are translated, to open connections to them.
    if (to !== undefined && translating.has(to)) continue;
    const at = outcome.because.find(({ code }) => codes.has(code))?.at;
    const isHalf = outcome.because.some(({ code }) => code === conntrackAsymmetric.id);
    if (at && isHalf && !sources.has(at)) sources.set(at, from);
  }
  return taking.flatMap(({ item, property }) => {
    const at = placeOf(item, property);
    const from = at && sources.get(at);
    const text = `takes what enters by \`${from}\`, the chip what comes back`;
    return from === undefined ? [] : [finding(item, property, text, drop)];
  });
}

function finding(subject: Item, property: string, text: string, drop: Item): WrittenFinding {
  return {
    subject,
    placement: 'dropped',
    what: 'connections break: the firewall sees one direction, the chip forwards the other',
    primary: [property, text],
    related: [[drop, 'connection-state', 'drops the half that the CPU sees']],
  };
}
