// Features of the CPU beside the chains of its firewall: IPsec, HotSpot, queues, the bridge firewall, Traffic Flow.
// Which of them were meant for a class of packets, whoever forwards it.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import { enabledItemsOf, type Item, isYes, listValues, propertyValue, settingOf } from '../../model/config.ts';
import { derivedOnce, derivedPer } from '../../source/grouping.ts';
import type { Location } from '../../source/location.ts';
import { type Attachment, attachmentsOf } from '../network/attachments.ts';
import { rateOf, ratesOfTypes } from '../network/made-rows.ts';
import { bridgeBelow } from '../network/masters.ts';
import { addressInterval, addressSet } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf, type Reason } from '../packets/causes.ts';
import { type PacketSet, splitAll, unionOf } from '../packets/space.ts';
import { type BridgeRule, bridgeRulesFor } from './bridge-firewall.ts';
import { firewallOf } from './firewall.ts';
import { isMade, selectedByIpsec } from './ipsec.ts';

/** Packets between two L3 interfaces. */
export interface Crossing {
  readonly packets: PacketSet;
  readonly inInterface: string;
  readonly outInterface: string;
  /** Where they enter and leave, where that is known. */
  readonly inPort?: Attachment;
  readonly outPort?: Attachment;
}

/** A feature that was meant for a class, and the part of the class that it was meant for. */
export interface Feature {
  readonly code: EvidencedCode;
  readonly item: Item;
  readonly at: Location | undefined;
  /** As in "the CPU ⟨does⟩ these packets". */
  readonly does: string;
  readonly packets: PacketSet;
  /** Whether the feature means them at all is open. */
  readonly isOpen?: true;
}

/** The features that decide about the packets themselves: what misses them is in the wrong place, or in clear text. */
export function featuresFor(network: Network, crossing: Crossing): readonly Feature[] {
  return [
    ...encrypted(network, crossing),
    ...hotspots(network, crossing),
    ...bridgeRules(network, crossing),
    ...ofSome(network, crossing),
  ];
}

/** What the device does to some packets, which no configuration tells from others. */
function ofSome({ config }: Network, { packets }: Crossing): readonly Feature[] {
  if (packets.family === 6) return [];
  return someMenus.flatMap(([menu, code, does]) =>
    enabledItemsOf(config, menu).map((item) => ({ code, item, at: item.origin, does, packets, isOpen: true })),
  );
}

const someMenus = [
  ['/ip/firewall/calea', 'firewall/mangle-bypassed-by-l3hw', 'CALEA copies'],
  ['/ip/kid-control', 'firewall/kid-control-dynamic-rules', 'Kid Control blocks or slows'],
] as const;

export function encrypted(network: Network, { packets }: Pick<Crossing, 'packets'>): readonly Feature[] {
  return selectedByIpsec(network, packets).selected.map(({ item, action, packets: inside }): Feature => {
    const found = { code: 'firewall/ipsec-bypassed-by-l3hw', item, packets: inside } as const;
    const at = placeOf(item, isMade(item) ? 'generate-policy' : 'dst-address');
    if (isMade(item)) return { ...found, at, does: 'the policy that is made for a client encrypts', isOpen: true };
    return { ...found, at, does: action === 'discard' ? 'an IPsec policy discards' : 'an IPsec policy encrypts' };
  });
}

/** Clients behind its interface have to log in, unless a binding lets their addresses pass. */
export function hotspots(network: Network, { packets, inInterface, outInterface }: Crossing): readonly Feature[] {
  const { config } = network;
  if (packets.family === 6) return [];
  const bindings = enabledItemsOf(config, '/ip/hotspot/ip-binding').flatMap((item) => {
    const set = addressSet(propertyValue(item, 'address') ?? '', 4);
    return set && propertyValue(item, 'type') === 'bypassed' ? [set] : [];
  });
  return enabledItemsOf(config, '/ip/hotspot').flatMap((item): readonly Feature[] => {
    const name = propertyValue(item, 'interface');
    if (name !== inInterface && name !== outInterface) return [];
    const side = name === inInterface ? 'source' : 'destination';
    const clients = bindings.reduce((left, set) => splitAll(left, { [side]: set }).outside, [packets]);
    const at = placeOf(item, 'interface');
    const does = 'HotSpot asks for a login before it forwards';
    return clients.map((part) => ({ code: 'firewall/hotspot-bypassed-by-l3hw', item, at, does, packets: part }));
  });
}

/** What a bridge hands to the device's IP handler, and what that hands to a bridge, meets the bridge's own firewall. */
export function bridgeRules(network: Network, { packets, ...crossing }: Crossing): readonly Feature[] {
  const sides = { in: crossing.inInterface, out: crossing.outInterface };
  return (['in', 'out'] as const).flatMap((side) => {
    const bridge = bridgeBelow(network, sides[side]);
    if (bridge === undefined) return [];
    const port = crossing[`${side}Port`];
    return bridgeRulesFor(network, { packets, [side]: { bridge, ...(port && { port }) } }).map(bridgeFeature);
  });
}

/** Of packets that stay in their bridge. */
export function bridgedFeatures(
  network: Network,
  { packets, from, to }: { readonly packets: PacketSet; readonly from: Attachment; readonly to: Attachment },
): readonly Feature[] {
  const bridge = network.bridgePorts.get(from.name)?.bridge;
  if (bridge === undefined) return [];
  return bridgeRulesFor(network, { packets, in: { bridge, port: from }, out: { bridge, port: to } }).map(bridgeFeature);
}

function bridgeFeature({ item, action, packets, isOpen }: BridgeRule): Feature {
  const does = `the bridge firewall would apply its ${action} to`;
  const at = placeOf(item, 'action');
  return { code: 'l2/bridge-filter-nat-rules', item, at, does, packets, ...(isOpen && { isOpen }) };
}

/** The CPU asks the bridge firewall, of whose actions one alone keeps packets from where they go. */
export function dropsOf(feature: Feature): readonly { packets: PacketSet; reason: Reason }[] {
  const { item, code, at, packets, isOpen } = feature;
  // A jump is here where rosc followed no more of them: whatever it leads to may drop.
  const action = propertyValue(item, 'action');
  if (action !== 'drop' && action !== 'jump') return [];
  const reason = isOpen
    ? makeReason('unknown', code, 'the bridge firewall drops these packets if its rule matches', at)
    : makeReason('dropped', code, 'the bridge firewall drops these packets', at);
  return [{ packets, reason }];
}

/** The CPU does more to some packets than to send them on. */
export const hasPolicies = derivedPer((network: Network, family: 4 | 6): boolean => {
  const menus = [...policyMenus[family], '/interface/bridge/nat', '/ip/traffic-flow'] as const;
  return firewallOf(network, family).rules > 0 || menus.some((menu) => enabledItemsOf(network.config, menu).length > 0);
});

export interface Queue {
  readonly item: Item;
  /** Empty = whatever mark packets have. */
  readonly marks: readonly string[];
  /** Those that it is for; undefined = addresses as well, whatever interfaces they are behind. */
  readonly interfaces: readonly string[] | undefined;
  /** Something is held back; one without any rate takes its packets from those behind it all the same. */
  readonly isLimited: boolean;
  /** Of a tree: the interface, or `global`, that it hangs on. */
  readonly root?: string;
}

/** Simple queues, of which the first takes a packet, and the leaves of trees, which alone take any. */
export const queuesOf = derivedOnce((network: Network) => {
  const simple = enabledItemsOf(network.config, '/queue/simple');
  const trees = enabledItemsOf(network.config, '/queue/tree');
  const limited = limitedOf(network, [...simple, ...trees]);
  const read = (item: Item) => {
    const marks = listValues(propertyValue(item, 'packet-marks') ?? propertyValue(item, 'packet-mark'));
    const targets = listValues(propertyValue(item, 'target'));
    const isNames = targets.length > 0 && targets.every((target) => network.kindOf(target) !== undefined);
    return { item, marks, interfaces: isNames ? targets : undefined, isLimited: limited.has(item) };
  };
  const isMeant = ({ marks }: Queue) => marks.length === 0 || marks.some((mark) => marksGiven(network).has(mark));
  return {
    simple: simple.map((item) => ({ ...read(item), cut: byTarget(item) })).filter(isMeant),
    trees: leavesOf(trees)
      .map(({ item, root }) => ({ ...read(item), root }))
      .filter(isMeant),
  };
});

/** Marks that some packet may have: by mangle, by a bridge, or by the profile of a client who logs in. */
const marksGiven = derivedOnce(({ config }: Network): ReadonlySet<string> => {
  const names = ['new-packet-mark', 'incoming-packet-mark', 'outgoing-packet-mark'];
  const given = config.items.flatMap((item) => names.flatMap((name) => propertyValue(item, name) ?? []));
  return new Set(['no-mark', ...given]);
});

const rates = ['max-limit', 'limit-at', 'burst-limit', 'total-max-limit', 'total-limit-at', 'total-burst-limit'];

/**
 * Those that hold anything back: by a rate of their own, of their type, or of one above them.
 * Source: manual, queues, "max-limit" and "limit-at".
 */
function limitedOf({ config }: Network, queues: readonly Item[]): ReadonlySet<Item> {
  const types = ratesOfTypes(config);
  const typesOf = (item: Item) =>
    ['queue', 'total-queue'].flatMap((name) => propertyValue(item, name)?.split('/') ?? []);
  const limitsByType = (item: Item) => typesOf(item).some((type) => types.has(type));
  const limited = new Set(queues.filter((item) => rates.some((name) => rateOf(item, name)) || limitsByType(item)));
  const names = new Set([...limited].map((item) => propertyValue(item, 'name')));
  // Parents stand before their children.
  for (const item of queues) {
    if (!names.has(propertyValue(item, 'parent') ?? '')) continue;
    limited.add(item);
    names.add(propertyValue(item, 'name'));
  }
  return limited;
}

/** Source: manual, queues/htb, "Leaf queues make actual traffic consumption". */
function leavesOf(trees: readonly Item[]) {
  const parentOf = (item: Item) => propertyValue(item, 'parent') ?? '';
  const parents = new Map(trees.map((item) => [propertyValue(item, 'name'), parentOf(item)]));
  const inner = new Set(trees.map(parentOf));
  return trees
    .filter((item) => !inner.has(propertyValue(item, 'name') ?? ''))
    .map((item) => {
      let root = parentOf(item);
      for (let step = 0; parents.has(root) && step < trees.length; step++) root = parents.get(root) ?? root;
      return { item, root };
    });
}

/** Of a class, what it takes, which goes between its target and `dst`, or anybody, and what it leaves to the next. */
function byTarget(item: Item) {
  const [target, other] = [queueEnd(propertyValue(item, 'target')), queueEnd(propertyValue(item, 'dst'))];
  return ({ packets, inInterface, outInterface }: Crossing) => {
    const from = (end: QueueEnd) => (end && !end.names.has(inInterface) ? { source: end[packets.family] } : {});
    const to = (end: QueueEnd) => (end && !end.names.has(outInterface) ? { destination: end[packets.family] } : {});
    const received = splitAll([packets], { ...from(other), ...to(target) });
    const sent = splitAll(received.outside, { ...from(target), ...to(other) });
    return { taken: [...received.inside, ...sent.inside], left: sent.outside };
  };
}

type QueueEnd = ReturnType<typeof queueEnd>;

/** Addresses, or interfaces that packets enter or leave by; undefined = all. */
function queueEnd(value: string | undefined) {
  const names = listValues(value);
  if (names.length === 0) return undefined;
  const setOf = (family: 4 | 6) => unionOf(names.flatMap((name) => addressInterval(name, family) ?? []));
  return { names: new Set(names), 4: setOf(4), 6: setOf(6) };
}

type Shaping = Queue & Pick<Crossing, 'packets'>;

/** The trees that take whatever leaves by an interface, or by a port below one. */
const treesAt = derivedPer((network: Network, outInterface: string, outPort: Attachment | undefined) => {
  const exits = outPort ? [outPort] : attachmentsOf(network, outInterface);
  const names = exits.flatMap(({ name, ports }) => [name, ...ports.map((port) => port.name)]);
  const roots = new Set(['global', outInterface, ...names]);
  return queuesOf(network).trees.filter(({ root }) => roots.has(root));
});

/** The queues that shape packets of a mark, or of any: the first simple queue, and trees on the way out and for all. */
export function queuesFor(network: Network, crossing: Crossing, packetMark?: string) {
  const { packets, outInterface, outPort } = crossing;
  const isMeant = ({ marks }: Queue) => packetMark === undefined || marks.length === 0 || marks.includes(packetMark);
  let open: readonly PacketSet[] = [packets];
  const { simple } = queuesOf(network);
  const bySimple = simple.filter(isMeant).flatMap((queue) => {
    const cuts = open.map((packets) => queue.cut({ ...crossing, packets }));
    open = cuts.flatMap(({ left }) => left);
    return cuts.flatMap(({ taken }) => taken.map((packets): Shaping => ({ ...queue, packets })));
  });
  const trees = treesAt(network, outInterface, outPort).filter(isMeant);
  return [...trees.map((queue): Shaping => ({ ...queue, packets })), ...bySimple].filter(({ isLimited }) => isLimited);
}

/** Traffic Flow, where it is on. */
export function trafficFlow({ config }: Network): Item | undefined {
  const { item, value } = settingOf(config, '/ip/traffic-flow', 'enabled') ?? {};
  return isYes(value) ? item : undefined;
}

/** The Traffic Flow settings, where it counts packets that cross one of these interfaces. */
export function countingFor(network: Network, ends: readonly string[]): Item | undefined {
  const item = trafficFlow(network);
  if (!item) return undefined;
  const counts = (name: string) =>
    ends.some((end) => end === name || name === 'all' || network.interfaceListMembers(name).has(end));
  return listValues(propertyValue(item, 'interfaces') ?? 'all').some(counts) ? item : undefined;
}

const menusOfBoth = [
  ...(['/queue/simple', '/queue/tree', '/routing/rule', '/ip/ipsec/policy', '/ip/ipsec/identity'] as const),
  '/interface/bridge/filter',
] as const;

/** By family. */
export const policyMenus = {
  4: [...menusOfBoth, '/ip/hotspot', ...someMenus.map(([menu]) => menu)],
  6: menusOfBoth,
} as const;
