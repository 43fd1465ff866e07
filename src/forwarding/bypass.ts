// What the CPU would have done to packets that the chip forwards: every policy that they miss.

import { enabledItemsOf, type Item, listValues, propertyValue } from '../model/config.ts';
import { type CauseCode, type Objection, objection, placeOf } from './causes.ts';
import { isDenied, type Passage, startPassage, walkChain } from './chains.ts';
import { type Firewall, type FirewallRule, firewallOf } from './firewall.ts';
import { addressInterval } from './matchers.ts';
import type { Network } from './network.ts';
import { leavesTable, lookupFrom, routingChoices } from './routing-policy.ts';
import { type Box, overlapsSet, split } from './space.ts';

/** A class of packets on a path through the device. */
export interface Path {
  readonly box: Box;
  readonly inInterface: string;
  readonly outInterface: string;
  /** Packets of the direction that opens the connection. */
  readonly opens: boolean;
  /** Nobody answers. */
  readonly oneWay: boolean;
  /** Table that the chip looked up. */
  readonly table: string;
}

export interface Bypassed {
  readonly box: Box;
  readonly objection: Objection;
}

/** The parts of a class that a policy of the CPU was meant for; they may overlap. */
export function bypassedPolicies(network: Network, path: Path): readonly Bypassed[] {
  const { box, inInterface, outInterface, opens, oneWay } = path;
  const firewall = firewallOf(network, box.family);
  const found: Bypassed[] = [];
  const states = opens ? (oneWay ? (['new'] as const) : (['new', 'established'] as const)) : (['established'] as const);
  const start = (connectionState: Passage['connectionState']) =>
    startPassage({ box, inInterface, outInterface: undefined, connectionState });

  for (const raw of walkChain(firewall, 'raw', 'prerouting', start('new'))) {
    if (isDenied(raw) && raw.end) found.push(missed(raw, raw.end, 'firewall/raw-bypassed-by-l3hw', 'a raw rule drops'));
  }
  for (const state of states) {
    for (const passage of walkChain(firewall, 'mangle', 'prerouting', start(state))) {
      found.push(...mangled(passage), ...misrouted(network, passage, path));
      found.push(...missedOnTheWayOut(network, onward(passage, outInterface), opens && state === 'new'));
    }
  }
  return found;
}

/** Into the next chain. */
function onward(passage: Passage, outInterface = passage.outInterface): Passage {
  return { ...passage, end: undefined, effects: [], outInterface };
}

/** What the chains behind the routing decision would have done, in their order. */
function missedOnTheWayOut(network: Network, start: Passage, isTranslatable: boolean): readonly Bypassed[] {
  const firewall = firewallOf(network, start.box.family);
  return walkChain(firewall, 'mangle', 'forward', start).flatMap((forwarded) => [
    ...mangled(forwarded),
    ...walkChain(firewall, 'filter', 'forward', onward(forwarded)).flatMap((filtered) => [
      ...(isDenied(filtered) && filtered.end
        ? [missed(filtered, filtered.end, filterCode(filtered.box), 'a rule drops')]
        : []),
      ...walkChain(firewall, 'mangle', 'postrouting', onward(filtered)).flatMap((leaving) => [
        ...mangled(leaving),
        ...(isTranslatable ? untranslated(firewall, onward(leaving)) : []),
        ...unshaped(network, leaving),
      ]),
    ]),
  ]);
}

function filterCode({ family }: Box): CauseCode {
  return family === 4 ? 'firewall/firewall-bypassed-by-l3hw' : 'firewall/ipv6-firewall-bypassed';
}

/** A rule whose match is doubtful makes the outcome unknown, not wrong. */
function missed({ box, doubt }: Passage, { item }: FirewallRule, code: CauseCode, what: string): Bypassed {
  const [placement, text] = doubt
    ? (['unknown', `${what} these packets on the CPU if it matches, and the chip does not ask it`] as const)
    : (['unpredictable', `${what} these packets on the CPU, but the chip forwards them past it`] as const);
  return { box, objection: objection(placement, code, text, placeOf(item, 'action')) };
}

/** Marks by themselves do nothing: what they are for is found where they are used. */
function mangled(passage: Passage): readonly Bypassed[] {
  const changes = passage.effects.filter(
    ({ action }) => !['mark-connection', 'mark-packet', 'mark-routing'].includes(action),
  );
  const lost = changes.map((rule) =>
    missed(passage, rule, 'firewall/mangle-bypassed-by-l3hw', `mangle's ${rule.action} changes`),
  );
  if (!isDenied(passage) || !passage.end) return lost;
  return [...lost, missed(passage, passage.end, filterCode(passage.box), 'a mangle rule drops')];
}

function misrouted(network: Network, passage: Passage, { inInterface, table }: Path): readonly Bypassed[] {
  const found: Bypassed[] = [];
  const lookup = lookupFrom(network, inInterface, passage.routingMark);
  for (const choice of routingChoices(network, passage.box, lookup)) {
    const isMarked = choice.by === undefined && choice.table === passage.routingMark && choice.table !== 'main';
    if ((!choice.by && !isMarked) || !leavesTable(choice, table)) continue;
    const marking = passage.effects.findLast(({ action }) => action === 'mark-routing');
    const [code, item] = choice.by
      ? (['route/routing-rule-bypassed', choice.by] as const)
      : (['route/mangle-mark-routing-bypassed', marking?.item] as const);
    const doubtful = choice.doubtful || passage.doubt !== undefined;
    const how = choice.dropped ? 'dropped' : `routed by table \`${choice.table}\``;
    found.push({
      box: choice.box,
      objection: objection(
        doubtful ? 'unknown' : 'unpredictable',
        code,
        `these packets were to be ${how}, but the chip routes them by \`${table}\``,
        placeOf(item, choice.by ? 'table' : 'new-routing-mark'),
      ),
    });
  }
  return found;
}

function untranslated(firewall: Firewall, start: Passage): readonly Bypassed[] {
  return walkChain(firewall, 'nat', 'srcnat', start).flatMap((passage) =>
    passage.end && passage.end.action !== 'accept'
      ? [missed(passage, passage.end, 'firewall/nat-bypassed-by-l3hw', 'a NAT rule translates')]
      : [],
  );
}

function unshaped(network: Network, passage: Passage): readonly Bypassed[] {
  const shapes = (item: Item) => {
    const marks = listValues(propertyValue(item, 'packet-marks') ?? propertyValue(item, 'packet-mark'));
    return marks.length === 0 || marks.includes(passage.packetMark);
  };
  const queue = enabledItemsOf(network.config, '/queue/simple').find((item) => targets(item, passage) && shapes(item));
  const tree = enabledItemsOf(network.config, '/queue/tree').find(
    (item) => [passage.outInterface, 'global'].includes(propertyValue(item, 'parent') ?? '') && shapes(item),
  );
  const item = queue ?? tree;
  if (!item) return [];
  const at = placeOf(item, queue ? 'target' : 'parent');
  const text = 'a queue was to shape these packets, but the chip forwards them past it';
  const placement = passage.doubt ? 'unknown' : 'unpredictable';
  return [{ box: passage.box, objection: objection(placement, 'firewall/hw-flow-queue-bypass', text, at) }];
}

function targets(item: Item, { box, inInterface, outInterface }: Passage): boolean {
  return listValues(propertyValue(item, 'target')).some((target) => {
    if (target === inInterface || target === outInterface) return true;
    const interval = addressInterval(target, box.family);
    return interval !== undefined && (overlapsSet([interval], box.source) || overlapsSet([interval], box.destination));
  });
}

/** What is left of a class after the parts that are certain to be judged otherwise. */
export function without(box: Box, parts: readonly Box[]): readonly Box[] {
  let left: readonly Box[] = [box];
  for (const { family, protocol, ...match } of parts) {
    if (family !== box.family || protocol !== box.protocol) continue;
    left = left.flatMap((rest) => split(rest, hasPortMatch(box, match)).outside);
  }
  return left;
}

/** Protocols without ports are not asked for any. */
function hasPortMatch(
  box: Box,
  { source, destination, sourcePort, destinationPort }: Omit<Box, 'family' | 'protocol'>,
) {
  const portless = sourcePort === box.sourcePort && destinationPort === box.destinationPort;
  return { source, destination, ...(!portless && { sourcePort, destinationPort }) };
}
