// One verdict for every route, VLAN interface, bridge port, switch rule and policy rule. The engine says who forwards
// routed packets; findings name the lines.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import { switchRules } from '../forwarding/acl/acl.ts';
import { sparedReasons } from '../forwarding/bypass/spared.ts';
import { worstOf } from '../forwarding/firewall/outcome.ts';
import { chipReason } from '../forwarding/legs/device-reasons.ts';
import { routedEnds } from '../forwarding/legs/ends.ts';
import { keptApart, routeReason } from '../forwarding/legs/route-reason.ts';
import type { Network, Route } from '../forwarding/network/network.ts';
import { unmodelledReason, unreadReason } from '../forwarding/network/unmodelled.ts';
import { makeReason, placeOf, type Reason } from '../forwarding/packets/causes.ts';
import { type HandedOver, handedOver } from '../forwarding/paths/handed-over.ts';
import { ofTable, type Placed, placedBy, sideOf, withoutPath } from '../forwarding/paths/side.ts';
import { rulePlacement } from '../forwarding/paths/switch-rule-placement.ts';
import { switchedAt } from '../forwarding/paths/switched.ts';
import { isLearnt } from '../forwarding/routing/expected-routes.ts';
import { enabledItemsOf, type Item } from '../model/config.ts';
import type { Datapath, Placement } from '../model/placement.ts';
import { placements, worse } from '../model/placement.ts';
import { families, type Prefix } from '../model/prefix.ts';
import { append } from '../source/append.ts';
import { computeIfAbsent, derivedPer, groupBy } from '../source/grouping.ts';
import { sharing } from './ecmp.ts';
import type { Found } from './findings.ts';
import { isMarking } from './marks.ts';
import type { Verdict } from './verdict.ts';

/** An item that gets a verdict. */
interface Subject {
  readonly item: Item;
  readonly kind: string;
  readonly basis: VerdictBasis;
  /** Where its connections lead by its interfaces, if the CPU forwards their first packets. */
  readonly carries?: readonly Prefix[];
}

/** What many subjects have in common: the engine's word, and the items whose findings explain it. */
interface VerdictBasis extends Placed {
  readonly datapath: Datapath;
  readonly items: readonly Item[];
  /** Interface names that it depends on. */
  readonly names: readonly string[];
}

type Outcome = Pick<Verdict, 'placement' | 'because' | 'notes'>;

type FindingsByItem = ReadonlyMap<Item, readonly Found[]>;

export function verdictsOf(network: Network, found: readonly Found[]): readonly Verdict[] {
  const index = indexFindings(found);
  const shared = new Map<VerdictBasis, Outcome>();
  const unread = unreadReason(network);
  return subjectsOf(network).map(({ item, kind, basis, carries = [] }) => {
    const strange = unmodelledReason(network, item);
    const outcome =
      index.has(item) || unread || strange
        ? outcomeOf(withReasons(basis, [unread, strange]), item, index)
        : computeIfAbsent(shared, basis, () => outcomeOf(basis, undefined, index));
    const onward = outcome.placement === 'cpu' ? onwardOf(network, carries, basis.names) : undefined;
    const placed = onward
      ? { ...outcome, ...onward, because: [...new Set([...outcome.because, ...onward.because])] }
      : outcome;
    return { subject: item, kind, datapath: basis.datapath, ...placed };
  });
}

function withReasons(basis: VerdictBasis, found: readonly (Reason | undefined)[]): VerdictBasis {
  const reasons = found.filter((reason) => reason !== undefined);
  if (reasons.length === 0) return basis;
  return { ...basis, placement: worstOf(reasons, basis.placement), reasons: [...basis.reasons, ...reasons] };
}

/** Of several prefixes the one that fares worst. */
function onwardOf(network: Network, carries: readonly Prefix[], names: readonly string[]): HandedOver | undefined {
  return carries
    .map((prefix) => handedOver(network, prefix, names))
    .reduce<HandedOver | undefined>(
      (worst, each) => (worst && worse(worst.placement, each.placement) === worst.placement ? worst : each),
      undefined,
    );
}

function indexFindings(found: readonly Found[]): FindingsByItem {
  const index = new Map<Item, Found[]>();
  for (const each of found) {
    for (const item of new Set([each.finding.subject, ...(each.finding.affects ?? [])])) {
      append(index, item, each);
    }
  }
  return index;
}

/** What is found at `own`, and in the same datapath at what it rests on, names the lines: none of it decides. */
function outcomeOf(basis: VerdictBasis, own: Item | undefined, index: FindingsByItem): Outcome {
  const { datapath, placement, reasons, items } = basis;
  const worst = new Map<string, Placement>();
  for (const item of new Set([...(own ? [own] : []), ...items])) {
    for (const { rule, finding } of index.get(item) ?? []) {
      if (item !== own && rule.datapath !== datapath) continue;
      worst.set(rule.id, worse(worst.get(rule.id) ?? 'hardware', finding.placement));
    }
  }
  const ranked = [...worst].sort(([, a], [, b]) => placements.indexOf(b) - placements.indexOf(a));
  const codes = reasons.map(({ cause }) => cause.code);
  // What is worse than what becomes of the packets is about something else.
  const isCause = ([code, each]: readonly [string, Placement]) =>
    placement !== 'hardware' &&
    each !== 'hardware' &&
    (worse(placement, each) === placement || codes.some((one) => one === code));
  const told = ranked.filter(isCause).map(([code]) => code);
  // A rule says what a fact that nobody wrote down is about, but not why packets get nowhere.
  const lost = reasons.filter((reason) => placement === 'dropped' && reason.placement === 'dropped');
  const ways = codes.filter((code) => told.length === 0 || !code.startsWith('flow/'));
  const because = [...lost.map(({ cause }) => cause.code), ...told, ...ways];
  return {
    placement,
    because: [...new Set(because)],
    notes: ranked.filter((each) => !isCause(each)).map(([code]) => code),
  };
}

function subjectsOf(network: Network): readonly Subject[] {
  return [
    ...routes(network),
    ...vlans(network),
    ...bridgePorts(network),
    ...ruleSubjects(network),
    ...policies(network),
  ];
}

function routes(network: Network): readonly Subject[] {
  return network.routes
    .filter((route) => !route.shadowed && !isLearnt(route))
    .map((route) => {
      const { item, table, prefix } = route;
      const { routes: alike, nextHops } = sharing(network, route);
      const basis = routeBasis(network, prefix.family, table, nextHops);
      const chip = network.offload?.l3Offload ? network.offload : undefined;
      const kept = alike.find(({ suppressed }) => suppressed);
      const own = (chip && routeReason(network, chip, route)) ?? (chip && kept && keptApart(placeOf(kept.item)));
      return { item, kind: 'route', basis: withReasons(basis, [own]), carries: [prefix] };
    });
}

/** Routes with the same gateways share their list of next hops. */
const routeBasis = derivedPer((network: Network, family: 4 | 6, table: string, nextHops: Route['nextHops']) => {
  const all = nextHops.flatMap((hop) => hop.interface ?? []);
  // A next hop that is down carries nothing while another one is up.
  const up = all.filter((name) => network.isUp(name) || network.kindOf(name) === undefined);
  const names = up.length > 0 ? up : all;
  return inTable(
    network,
    table,
    names.length > 0
      ? sidesBasis(network, names, family)
      : { datapath: 'l3-routing', items: [], names, ...withoutPath(network, table, nextHops, family) },
  );
});

/** Of packets that enter or leave by these interfaces. */
function sidesBasis(network: Network, names: readonly string[], family: 4 | 6): VerdictBasis {
  const sides = names.map((name) => sideOf(network, name, family));
  return {
    datapath: 'l3-routing',
    placement: mixed(sides.map(({ placement }) => placement)),
    reasons: sides.flatMap(({ reasons }) => reasons),
    items: names.flatMap((name) => itemsBelow(network, name)),
    names,
  };
}

/** The chip may not know the table. */
function inTable(network: Network, table: string, basis: VerdictBasis): VerdictBasis {
  const chip = network.offload;
  if (!chip?.l3Offload || basis.placement === 'cpu') return basis;
  return withReasons(basis, [ofTable(network, chip, table)]);
}

/** Paths of one route that are not all alike make it partial. */
function mixed(sides: readonly Placement[]): Placement {
  const [first = 'cpu'] = sides;
  if (sides.every((side) => side === first)) return first;
  const undefinedSide = sides.find((side) => side === 'unpredictable');
  return undefinedSide ?? (sides.includes('unknown') ? 'unknown' : 'partial');
}

/** The interface's own item and those that it sits on: what they suffer, its routing suffers. */
function itemsBelow(network: Network, name: string, depth = 0): readonly Item[] {
  if (depth > 8) return [];
  const vlan = network.vlanInterfaces.get(name);
  if (vlan) return [vlan.item, ...itemsBelow(network, vlan.parent, depth + 1)];
  const bond = network.bonds.get(name);
  if (bond) return [bond.item, ...bond.slaves.flatMap((slave) => itemsBelow(network, slave, depth + 1))];
  const port = network.ports.get(name);
  const item = network.bridges.get(name)?.item ?? port?.item ?? network.l3Interfaces.get(name)?.item;
  const chip = network.offload?.item;
  return [item, port?.l3OffloadItem, chip].flatMap((each) => (each ? [each] : []));
}

function vlans(network: Network): readonly Subject[] {
  const [ofIpv4, ofIpv6] = families.map((family) => new Set(routedEnds(network, family).map(({ name }) => name)));
  return [...network.vlanInterfaces.values()].map(({ item, name }) => {
    const family = ofIpv6?.has(name) && !ofIpv4?.has(name) ? 6 : 4;
    const prefixes = network.l3Interfaces.get(name)?.addresses.map((address) => address.network) ?? [];
    const carries = prefixes.filter((prefix) => prefix.family === family);
    return { item, kind: 'vlan', basis: sidesBasis(network, [name], family), carries };
  });
}

/** A row that names a list stands for several ports, and fares as the worst of them. */
function bridgePorts(network: Network): readonly Subject[] {
  return [...groupBy(network.bridgePorts.values(), ({ item }) => item)].map(([item, ports]) => {
    const parent = network.bridges.get(ports[0].bridge);
    const placed = placedBy(...ports.flatMap((port) => switchedAt(network, port).reasons));
    const items = parent ? [parent.item] : [];
    const names = ports.map((port) => port.interface);
    return { item, kind: 'port', basis: { datapath: 'l2-switching', ...placed, items, names } };
  });
}

function ruleSubjects(network: Network): readonly Subject[] {
  return switchRules(network).map((rule) => ({
    item: rule.item,
    kind: 'acl',
    basis: { datapath: 'acl', ...rulePlacement(network, rule), items: [], names: [] },
  }));
}

/** The CPU follows them, but for what the chip routes past them. */
function policies(network: Network): readonly Subject[] {
  const marks = enabledItemsOf(network.config, '/ip/firewall/mangle').filter(isMarking);
  const ofChip = chipReason(network, 4);
  const policy = (item: Item, code: EvidencedCode): Subject => {
    const kept = ofChip ?? makeReason('cpu', code, 'the CPU routes by policy');
    const placed = placedBy(...(sparedReasons(network).get(item) ?? [kept]));
    return { item, kind: 'pbr', basis: { datapath: 'l3-routing', ...placed, items: [], names: [] } };
  };
  return [
    ...marks.map((item) => policy(item, 'route/mangle-mark-routing-bypassed')),
    ...enabledItemsOf(network.config, '/routing/rule').map((item) => policy(item, 'route/main-table-only')),
  ];
}
