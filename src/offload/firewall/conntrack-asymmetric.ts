// One direction by the CPU, the other by the chip: connection tracking sees half of each connection.

import { familyOf } from '../../forwarding/acl/acl.ts';
import { isRedirected } from '../../forwarding/acl/entering-tables.ts';
import type { Concerns } from '../../forwarding/bypass/routed-classes.ts';
import { type FirewallRule, firewallOf, isDrop, isLocal, isNamed } from '../../forwarding/firewall/firewall.ts';
import { type RoutedEnd, routedEnds, unguardedPaths } from '../../forwarding/legs/ends.ts';
import type { Network, Reference } from '../../forwarding/network/network.ts';
import { placeOf } from '../../forwarding/packets/causes.ts';
import { forwarded } from '../../forwarding/paths/forwarded.ts';
import { translatingEnds } from '../../forwarding/paths/translating-ends.ts';
import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { families } from '../../model/prefix.ts';
import { derivedPer, groupBy } from '../../source/grouping.ts';
import type { Location } from '../../source/location.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';
import { endsSeenBy, rulesOfRoutingChip } from '../switch-rules.ts';

export const conntrackAsymmetric = defineRule({
  id: 'firewall/conntrack-asymmetric',
  cost: 'C',
  datapath: 'l3-routing',

  check: ({ network }) => [...byFlags(network), ...families.flatMap((family) => byItems(network, family))],
});

/** Rules that may drop what tracking calls invalid. */
const dropsOfInvalid = derivedPer((network: Network, family: 4 | 6): readonly FirewallRule[] =>
  firewallOf(network, family)
    .all('filter')
    .filter(({ action, connectionState, item }) => {
      return isDrop(action) && !isLocal(item) && isNamed(connectionState, 'invalid');
    }),
);

/** Those of them that packets meet which enter by an interface. */
const dropsAt = derivedPer((network: Network, name: string, family: 4 | 6): readonly FirewallRule[] =>
  dropsOfInvalid(network, family).filter((rule) => rule.inInterface.every((match) => isNamed(match, name))),
);

/** What leaves at a port without the flag takes the CPU; the answer enters there and may be routed by the chip. */
function byFlags(network: Network): readonly WrittenFinding[] {
  return unguardedPaths(network).flatMap(({ from, to, family }) => {
    // What others leave over for it depends on the rules before.
    const drop = dropsAt(network, to.name, family).find(({ connectionState }) => connectionState);
    // Answers to translated connections are addressed to the device, so they reach the CPU.
    if (!drop || translatingEnds(network, family).has(from.name)) return [];
    const port = from.leg.off.find((each) => !isRedirected(network, from.name, each, family));
    if (!port?.l3OffloadItem) return [];
    const text = `\`${to.name}\` to \`${from.name}\` by the CPU, back perhaps by the chip`;
    return [finding(port.l3OffloadItem, 'l3-hw-offloading', text, drop.item)];
  });
}

/** What takes one direction to the CPU, and leaves the other to the chip. */
interface CpuDiversion extends Reference {
  /** Where the packets enter or leave that it takes. */
  readonly ends: ReadonlySet<RoutedEnd>;
}

/** Redirects and suppressed routes for one direction whose other direction the chip routes. */
function byItems(network: Network, family: 4 | 6): readonly WrittenFinding[] {
  const diverting = [...redirects(network, family), ...suppressedRoutes(network, family)];
  if (diverting.length === 0) return [];
  const halves = new Map<Location | undefined, HalfSeen>();
  const isSeen: Concerns = (...groups) =>
    groups.some((group) => group.ends.some(({ name }) => dropsAt(network, name, family).length > 0)) &&
    diverting.some(
      ({ item, property, ends }) =>
        !halves.has(placeOf(item, property)) && groups.some((group) => group.ends.some((end) => ends.has(end))),
    );
  const translating = translatingEnds(network, family);
  for (const { outcome, from, to } of forwarded(network, family, isSeen)) {
    // Nobody out there knows the addresses that are translated, to open connections to them.
    if (to !== undefined && translating.has(to)) continue;
    const at = outcome.because.find(({ code }) => codes.has(code))?.at;
    const isHalf = outcome.because.some(({ code }) => code === conntrackAsymmetric.id);
    if (!at || !isHalf || halves.has(at)) continue;
    const met = new Set(outcome.steps.map((step) => step.at));
    const drop = dropsAt(network, from, family).find(({ item }) => met.has(item.origin))?.item;
    if (drop) halves.set(at, { from, drop });
  }
  return diverting.flatMap(({ item, property }) => {
    const half = halves.get(placeOf(item, property));
    const text = `takes what enters by \`${half?.from}\`, the chip what comes back`;
    return half ? [finding(item, property, text, half.drop)] : [];
  });
}

/** Where the packets enter that the CPU sees, and what drops them there. */
interface HalfSeen {
  readonly from: string;
  readonly drop: Item;
}

const codes: ReadonlySet<string> = new Set(['acl/acl-redirect-to-cpu', 'route/suppress-hw-offload-static']);

function redirects(network: Network, family: 4 | 6): readonly CpuDiversion[] {
  const property = 'redirect-to-cpu';
  return rulesOfRoutingChip(network)
    .filter((rule) => isYes(propertyValue(rule, property)) && (familyOf(rule) ?? family) === family)
    .map((item) => ({ item, property, ends: new Set(endsSeenBy(network, item, family)) }));
}

function suppressedRoutes(network: Network, family: 4 | 6): readonly CpuDiversion[] {
  const property = 'suppress-hw-offload';
  const suppressed = network.routes.filter(
    (route) => route.suppressed && route.prefix.family === family && isYes(propertyValue(route.item, property)),
  );
  return [...groupBy(suppressed, ({ item }) => item)].map(([item, routes]) => {
    const names = new Set(routes.flatMap(({ nextHops }) => nextHops.map((hop) => hop.interface)));
    return { item, property, ends: new Set(routedEnds(network, family).filter(({ name }) => names.has(name))) };
  });
}

function finding(subject: Item, property: string, text: string, drop: Item): WrittenFinding {
  return {
    subject,
    placement: 'dropped',
    what: 'connections break: the firewall sees one direction, the chip forwards the other',
    primary: [property, text],
    related: [
      [
        drop,
        drop.properties.has('connection-state') ? 'connection-state' : 'action',
        'drops the half that the CPU sees',
      ],
    ],
  };
}
