// Folds findings into verdicts: one for every route, VLAN interface, bridge port, switch rule and policy rule.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import { switchRules } from '../forwarding/acl.ts';
import { chipReason, vrfReason } from '../forwarding/device-reasons.ts';
import { isLearnt } from '../forwarding/expected-routes.ts';
import { computeIfAbsent, derivedPer, groupBy } from '../forwarding/grouping.ts';
import { type HandedOver, handedOver } from '../forwarding/handed-over.ts';
import { type Leg, legOf } from '../forwarding/leg.ts';
import type { Network, Route } from '../forwarding/network.ts';
import { memberReason } from '../forwarding/port-leg.ts';
import { unmodelledReferences } from '../forwarding/unmodelled.ts';
import { vrfAt } from '../forwarding/vrfs.ts';
import { withoutPath } from '../forwarding/without-path.ts';
import { enabledItemsOf, type Item } from '../model/config.ts';
import type { Datapath, Placement } from '../model/placement.ts';
import { placements, worse } from '../model/placement.ts';
import type { Prefix } from '../model/prefix.ts';
import { append } from '../source/append.ts';
import { sharedNextHops } from './ecmp.ts';
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

/** What many subjects have in common: the network's own word, and the items whose findings reach them. */
interface VerdictBasis {
  readonly datapath: Datapath;
  readonly base: Placement;
  /** The code that explains the base where no finding does: rules stay silent about what costs nobody anything. */
  readonly cause: string | undefined;
  readonly items: readonly Item[];
  /** Interface names that it depends on. */
  readonly names: readonly string[];
  /** Of packets that leave by these interfaces, what each path rests on: one on the CPU leaves the others alone. */
  readonly paths?: readonly (readonly Item[])[];
}

/** Rules about packets that enter, which are other packets than those that leave. */
const aboutEntering: ReadonlySet<string> = new Set(['l3hw/l3hw-ingress-only-off']);

type Outcome = Pick<Verdict, 'placement' | 'because' | 'notes'>;

interface Known {
  readonly network: Network;
  readonly index: ReadonlyMap<Item, readonly Found[]>;
  readonly unmodelled: ReadonlySet<Item>;
}

/** `unmodelled`: items with settings that nobody has described. */
export function verdictsOf(
  network: Network,
  found: readonly Found[],
  unmodelled: ReadonlySet<Item>,
): readonly Verdict[] {
  const index = indexFindings(found);
  const known = { network, index, unmodelled };
  const shared = new Map<VerdictBasis, Outcome>();
  return subjectsOf(network).map(({ item, kind, basis, carries = [] }) => {
    const isOwn = index.has(item) || unmodelled.has(item);
    const outcome = isOwn
      ? outcomeOf([item, ...basis.items], item, basis, known)
      : computeIfAbsent(shared, basis, () => outcomeOf(basis.items, undefined, basis, known));
    const onward = outcome.placement === 'cpu' ? onwardOf(network, carries, basis.names) : undefined;
    const placed = onward
      ? { ...outcome, ...onward, because: [...new Set([...outcome.because, ...onward.because])] }
      : outcome;
    return { subject: item, kind, datapath: basis.datapath, ...placed };
  });
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

function indexFindings(found: readonly Found[]): ReadonlyMap<Item, readonly Found[]> {
  const index = new Map<Item, Found[]>();
  for (const each of found) {
    for (const item of new Set([each.finding.subject, ...(each.finding.affects ?? [])])) {
      append(index, item, each);
    }
  }
  return index;
}

/** `own`, and what it rests on: a finding about something below counts for the same datapath alone. */
function outcomeOf(
  restsOn: readonly Item[],
  own: Item | undefined,
  { datapath, base, cause, names, paths }: VerdictBasis,
  { network, index, unmodelled }: Known,
): Outcome {
  const items = [...new Set(restsOn)];
  const worst = new Map<string, Placement>();
  const isOnSome = (item: Item) =>
    item !== own && base !== 'cpu' && !(paths ?? []).every((path) => path.includes(item));
  for (const item of items) {
    for (const { rule, finding } of index.get(item) ?? []) {
      const isElsewhere = item !== own && rule.datapath !== datapath;
      if (isElsewhere || (paths && aboutEntering.has(rule.id))) continue;
      const placement = sparing(finding.placements?.get(item) ?? finding.placement, isOnSome(item));
      worst.set(rule.id, worse(worst.get(rule.id) ?? 'hardware', placement));
    }
  }
  const isUnmodelled =
    items.some((item) => unmodelled.has(item)) || names.some((name) => unmodelledReferences(network).has(name));
  if (isUnmodelled) worst.set('offload/unmodelled-property', 'unknown');
  if (network.config.unread?.length) worst.set('device/menu-unread', 'unknown');
  return outcomeBy(worst, base, cause);
}

/** What takes one path to the CPU leaves the others where they are. */
function sparing(placement: Placement, isOnSome: boolean): Placement {
  return isOnSome && placement === 'cpu' ? 'partial' : placement;
}

/** `cause`: of the base, where no rule says more. */
function outcomeBy(worst: ReadonlyMap<string, Placement>, base: Placement, cause: VerdictBasis['cause']): Outcome {
  const causes = [...worst].filter(([, placement]) => placement !== 'hardware');
  causes.sort((a, b) => placements.indexOf(b[1]) - placements.indexOf(a[1]));
  return {
    placement: causes.reduce<Placement>((placement, [, other]) => worse(placement, other), base),
    because: causes.length === 0 && base !== 'hardware' && cause ? [cause] : causes.map(([code]) => code),
    notes: [...worst].filter(([, placement]) => placement === 'hardware').map(([code]) => code),
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
      const basis = routeBasis(network, prefix.family, table, sharedNextHops(network, route));
      return { item, kind: 'route', basis, carries: [prefix] };
    });
}

/** Routes with the same gateways share their list of next hops. */
const routeBasis = derivedPer((network: Network, family: 4 | 6, table: string, nextHops: Route['nextHops']) => {
  const all = nextHops.flatMap((hop) => hop.interface ?? []);
  // A next hop that is down carries nothing while another one is up.
  const up = all.filter((name) => network.isUp(name) || network.kindOf(name) === undefined);
  const names = up.length > 0 ? up : all;
  const basis =
    names.length > 0
      ? { ...legsBasis(network, names, family), paths: names.map((name) => itemsBelow(network, name)) }
      : { datapath: 'l3-routing' as const, items: [], names, ...withoutPath(network, nextHops, family) };
  return inTable(network, table, basis);
});

/** Of packets that enter or leave by these interfaces. */
function legsBasis(network: Network, names: readonly string[], family: 4 | 6): VerdictBasis {
  return {
    datapath: 'l3-routing',
    base: mixed(names.map((name) => placementOfLeg(network, name, family))),
    cause: reasonOf(network, names, family),
    items: names.flatMap((name) => itemsBelow(network, name)),
    names,
  };
}

/** What the chip would do if it knew the table. */
function inTable(network: Network, table: string, basis: VerdictBasis): VerdictBasis {
  const chip = network.offload;
  const reason = chip?.l3Offload === true && network.vrfs.has(table) ? vrfReason(network, chip, table) : undefined;
  if (!reason || basis.base !== 'hardware') return basis;
  return { ...basis, base: reason.placement === 'unknown' ? 'unknown' : 'cpu', cause: reason.cause.code };
}

/** Paths of one route that are not all alike make it partial. */
function mixed(legs: readonly Placement[]): Placement {
  const [first = 'cpu'] = legs;
  if (legs.every((leg) => leg === first)) return first;
  return legs.includes('unknown') ? 'unknown' : 'partial';
}

function placementOfLeg(network: Network, name: string, family: 4 | 6): Placement {
  const leg = legOf(network, name, family);
  if (leg.reason) return leg.reason.placement === 'dropped' ? 'cpu' : leg.reason.placement;
  if (leg.off.length === 0) return 'hardware';
  return leg.on.length === 0 ? 'cpu' : 'partial';
}

/** The code of why the chip does not route one of these interfaces: the worst of what stands against them. */
function reasonOf(network: Network, names: readonly string[], family: 4 | 6): string | undefined {
  const legs = names.map((name) => legOf(network, name, family));
  const reasons = legs.flatMap(({ reason }) => reason ?? []);
  const uncertain = reasons.find(({ placement }) => placement === 'unknown');
  return (uncertain ?? reasons[0])?.cause.code ?? legs.flatMap(flagCause)[0];
}

/** Ports whose flag is off, or no port at all. */
function flagCause({ on, off }: Leg): readonly string[] {
  if (off.length > 0) return ['l3hw/l3hw-port-off'];
  return on.length === 0 ? ['flow/no-port'] : [];
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
  return [...network.vlanInterfaces.values()].map(({ item, name }) => ({
    item,
    kind: 'vlan',
    basis: inTable(network, vrfAt(network, name), legsBasis(network, [name], 4)),
    carries:
      network.l3Interfaces.get(name)?.addresses.flatMap((each) => (each.network.family === 4 ? each.network : [])) ??
      [],
  }));
}

function bridgePorts(network: Network): readonly Subject[] {
  return [...groupBy(network.bridgePorts.values(), ({ item }) => item)].flatMap(([item, ports]) => {
    const [first] = ports;
    const parent = first && network.bridges.get(first.bridge);
    // A row that names a list stands for several ports, and fares as the worst of them.
    const reasons = ports.flatMap((port) => memberReason(network, port) ?? []);
    const base = reasons.map(({ placement }) => placement).reduce<Placement>(worse, 'hardware');
    return {
      item,
      kind: 'port',
      basis: {
        datapath: 'l2-switching',
        base,
        cause: reasons[0]?.cause.code,
        items: parent ? [parent.item] : [],
        names: ports.map((port) => port.interface),
      },
    };
  });
}

function ruleSubjects(network: Network): readonly Subject[] {
  return switchRules(network).map(({ item }) => ({
    item,
    kind: 'acl',
    basis: { datapath: 'acl', base: 'hardware', cause: undefined, items: [], names: [] },
  }));
}

function policies(network: Network): readonly Subject[] {
  const marks = enabledItemsOf(network.config, '/ip/firewall/mangle').filter(isMarking);
  const reason = chipReason(network, 4);
  const policy = (item: Item, fallback: EvidencedCode): Subject => ({
    item,
    kind: 'pbr',
    basis: {
      datapath: 'l3-routing',
      base: reason?.placement === 'unknown' ? 'unknown' : 'cpu',
      cause: reason?.cause.code ?? fallback,
      items: [],
      names: [],
    },
  });
  return [
    ...marks.map((item) => policy(item, 'route/mangle-mark-routing-bypassed')),
    ...enabledItemsOf(network.config, '/routing/rule').map((item) => policy(item, 'route/main-table-only')),
  ];
}
