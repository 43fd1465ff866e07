// Folds findings into verdicts: one for every route, VLAN interface, bridge port, switch rule and policy rule.

import type { Network, NextHop } from '../forwarding/network.ts';
import { enabledItemsOf, type Item, propertyValue } from '../model/config.ts';
import type { Datapath, Placement } from '../model/placement.ts';
import { placements, worse } from '../model/placement.ts';
import type { Found } from './findings.ts';
import { legOf } from './legs.ts';
import type { Unmodelled } from './unmodelled.ts';
import type { Verdict } from './verdict.ts';

/** An item that gets a verdict, what the network alone says about it, and the items whose findings reach it. */
interface Subject {
  readonly item: Item;
  readonly kind: string;
  readonly datapath: Datapath;
  readonly base: Placement;
  readonly restsOn: ReadonlySet<Item>;
  /** Interface names that it depends on. */
  readonly names: readonly string[];
}

export function verdictsOf(network: Network, found: readonly Found[], unmodelled: Unmodelled): readonly Verdict[] {
  const index = indexFindings(found);
  return subjectsOf(network).map((subject) => verdictOf(subject, index, unmodelled));
}

function indexFindings(found: readonly Found[]): ReadonlyMap<Item, readonly Found[]> {
  const index = new Map<Item, Found[]>();
  for (const each of found) {
    for (const item of new Set([each.finding.subject, ...(each.finding.affects ?? [])])) {
      const list = index.get(item);
      if (list) list.push(each);
      else index.set(item, [each]);
    }
  }
  return index;
}

function verdictOf(subject: Subject, index: ReadonlyMap<Item, readonly Found[]>, unmodelled: Unmodelled): Verdict {
  const reaching = [...subject.restsOn].flatMap((item) =>
    (index.get(item) ?? []).filter(({ rule }) => item === subject.item || rule.datapath === subject.datapath),
  );
  const worst = new Map<string, Placement>();
  for (const { rule, finding } of reaching) {
    worst.set(rule.id, worse(worst.get(rule.id) ?? 'hardware', finding.placement));
  }
  const isUnmodelled =
    [...subject.restsOn].some((item) => unmodelled.items.has(item)) ||
    subject.names.some((name) => unmodelled.names.has(name));
  if (isUnmodelled) worst.set('offload/unmodelled-property', 'unknown');
  const causes = [...worst].filter(([, placement]) => placement !== 'hardware');
  causes.sort((a, b) => placements.indexOf(b[1]) - placements.indexOf(a[1]));
  return {
    subject: subject.item,
    kind: subject.kind,
    datapath: subject.datapath,
    placement: causes.reduce<Placement>((placement, [, cause]) => worse(placement, cause), subject.base),
    because: causes.map(([code]) => code),
    notes: [...worst].filter(([, placement]) => placement === 'hardware').map(([code]) => code),
  };
}

function subjectsOf(network: Network): readonly Subject[] {
  return [
    ...routes(network),
    ...vlans(network),
    ...bridgePorts(network),
    ...switchRules(network),
    ...policies(network),
  ];
}

function routes(network: Network): readonly Subject[] {
  return network.routes
    .filter(({ shadowed }) => !shadowed)
    .map((route) => {
      const names = route.nextHops.flatMap(interfaceOf);
      const family = route.prefix.family;
      const legs = names.map((name) => placementOfLeg(network, name, family));
      const offloads = network.offload?.l3Offload === true && (family === 4 || network.offload.ipv6Offload);
      const isBlackhole = route.nextHops.some(({ kind }) => kind === 'blackhole');
      const base: Placement = isBlackhole && offloads ? 'hardware' : mixed(legs);
      return {
        item: route.item,
        kind: 'route',
        datapath: 'l3-routing',
        base,
        restsOn: new Set([route.item, ...names.flatMap((name) => itemsBelow(network, name))]),
        names,
      };
    });
}

function interfaceOf(hop: NextHop): readonly string[] {
  return hop.kind === 'blackhole' || hop.interface === undefined ? [] : [hop.interface];
}

/** Paths of one route that are not all alike make it partial. */
function mixed(legs: readonly Placement[]): Placement {
  const [first] = legs;
  if (first === undefined) return 'cpu';
  if (legs.every((leg) => leg === first)) return first;
  return legs.includes('unknown') ? 'unknown' : 'partial';
}

function placementOfLeg(network: Network, name: string, family: 4 | 6): Placement {
  const leg = legOf(network, name, family);
  if (leg.kind === 'undefined') return 'unpredictable';
  if (leg.kind !== 'hardware' || leg.off.length === 0) return leg.kind;
  return leg.on.length === 0 ? 'cpu' : 'partial';
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
    datapath: 'l3-routing',
    base: placementOfLeg(network, name, 4),
    restsOn: new Set(itemsBelow(network, name)),
    names: [name],
  }));
}

function bridgePorts(network: Network): readonly Subject[] {
  return [...network.bridgePorts.values()].map(({ item, hardware, bridge, interface: name }) => {
    const parent = network.bridges.get(bridge);
    return {
      item,
      kind: 'port',
      datapath: 'l2-switching',
      base: hardware === undefined ? 'cpu' : hardware === 'unknown' ? 'unknown' : 'hardware',
      restsOn: new Set(parent ? [item, parent.item] : [item]),
      names: [name],
    };
  });
}

function switchRules(network: Network): readonly Subject[] {
  return enabledItemsOf(network.config, '/interface/ethernet/switch/rule').map((item) => ({
    item,
    kind: 'acl',
    datapath: 'acl',
    base: 'hardware',
    restsOn: new Set([item]),
    names: [],
  }));
}

const markingActions: readonly (string | undefined)[] = ['mark-routing', 'route'];

function policies(network: Network): readonly Subject[] {
  const marks = enabledItemsOf(network.config, '/ip/firewall/mangle').filter((item) =>
    markingActions.includes(propertyValue(item, 'action')),
  );
  return [...marks, ...enabledItemsOf(network.config, '/routing/rule')].map((item) => ({
    item,
    kind: 'pbr',
    datapath: 'l3-routing',
    base: 'cpu',
    restsOn: new Set([item]),
    names: [],
  }));
}
