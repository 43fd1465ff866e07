// What the CPU would have done to packets that the chip forwards: every policy that they miss.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import { enabledItemsOf, type Item, listValues, propertyValue } from '../model/config.ts';
import { makeReason, placeOf, type Reason } from './causes.ts';
import { type ChainState, isDenied, startChain, walkChain } from './chains.ts';
import { type Firewall, type FirewallRule, firewallOf } from './firewall.ts';
import { addressInterval } from './matchers.ts';
import type { Network } from './network.ts';
import { leavesTable, lookupFrom, routingChoices } from './routing-policy.ts';
import { overlapsSet, type PacketSet, split } from './space.ts';

/** A class of packets on a path through the device. */
export interface Path {
  readonly packets: PacketSet;
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
  readonly packets: PacketSet;
  readonly reason: Reason;
}

/** The parts of a class that a policy of the CPU was meant for; they may overlap. */
export function bypassedPolicies(network: Network, path: Path): readonly Bypassed[] {
  const { packets, inInterface, outInterface, opens, oneWay } = path;
  const firewall = firewallOf(network, packets.family);
  const found: Bypassed[] = [];
  const states = opens ? (oneWay ? (['new'] as const) : (['new', 'established'] as const)) : (['established'] as const);
  const start = (connectionState: ChainState['connectionState']) =>
    startChain({ packets, inInterface, outInterface: undefined, connectionState });

  for (const raw of walkChain(firewall, 'raw', 'prerouting', start('new'))) {
    if (isDenied(raw) && raw.end) found.push(missed(raw, raw.end, 'firewall/raw-bypassed-by-l3hw', 'a raw rule drops'));
  }
  for (const connectionState of states) {
    for (const state of walkChain(firewall, 'mangle', 'prerouting', start(connectionState))) {
      found.push(...mangled(state), ...misrouted(network, state, path));
      found.push(...missedOnTheWayOut(network, onward(state, outInterface), opens && connectionState === 'new'));
    }
  }
  return found;
}

/** Into the next chain. */
function onward(state: ChainState, outInterface = state.outInterface): ChainState {
  return { ...state, end: undefined, effects: [], outInterface };
}

/** What the chains behind the routing decision would have done, in their order. */
function missedOnTheWayOut(network: Network, start: ChainState, isTranslatable: boolean): readonly Bypassed[] {
  const firewall = firewallOf(network, start.packets.family);
  return walkChain(firewall, 'mangle', 'forward', start).flatMap((forwarded) => [
    ...mangled(forwarded),
    ...walkChain(firewall, 'filter', 'forward', onward(forwarded)).flatMap((filtered) => [
      ...(isDenied(filtered) && filtered.end
        ? [missed(filtered, filtered.end, filterCode(filtered.packets), 'a rule drops')]
        : []),
      ...walkChain(firewall, 'mangle', 'postrouting', onward(filtered)).flatMap((leaving) => [
        ...mangled(leaving),
        ...(isTranslatable ? untranslated(firewall, onward(leaving)) : []),
        ...unshaped(network, leaving),
      ]),
    ]),
  ]);
}

function filterCode({ family }: PacketSet): EvidencedCode {
  return family === 4 ? 'firewall/firewall-bypassed-by-l3hw' : 'firewall/ipv6-firewall-bypassed';
}

/** A rule whose match is doubtful makes the outcome unknown, not wrong. */
function missed(
  { packets, uncertainty }: ChainState,
  { item }: FirewallRule,
  code: EvidencedCode,
  what: string,
): Bypassed {
  const [placement, text] = uncertainty
    ? (['unknown', `${what} these packets on the CPU if it matches, and the chip does not ask it`] as const)
    : (['unpredictable', `${what} these packets on the CPU, but the chip forwards them past it`] as const);
  return { packets, reason: makeReason(placement, code, text, placeOf(item, 'action')) };
}

/** Marks by themselves do nothing: what they are for is found where they are used. */
function mangled(state: ChainState): readonly Bypassed[] {
  const changes = state.effects.filter(
    ({ action }) => !['mark-connection', 'mark-packet', 'mark-routing'].includes(action),
  );
  const lost = changes.map((rule) =>
    missed(state, rule, 'firewall/mangle-bypassed-by-l3hw', `mangle's ${rule.action} changes`),
  );
  if (!isDenied(state) || !state.end) return lost;
  return [...lost, missed(state, state.end, filterCode(state.packets), 'a mangle rule drops')];
}

function misrouted(network: Network, state: ChainState, { inInterface, table }: Path): readonly Bypassed[] {
  const found: Bypassed[] = [];
  const lookup = lookupFrom(network, inInterface, state.routingMark);
  for (const choice of routingChoices(network, state.packets, lookup)) {
    const isMarked = choice.by === undefined && choice.table === state.routingMark && choice.table !== 'main';
    if ((!choice.by && !isMarked) || !leavesTable(choice, table)) continue;
    const marking = state.effects.findLast(({ action }) => action === 'mark-routing');
    const [code, item] = choice.by
      ? (['route/routing-rule-bypassed', choice.by] as const)
      : (['route/mangle-mark-routing-bypassed', marking?.item] as const);
    const uncertain = choice.uncertain || state.uncertainty !== undefined;
    const how = choice.dropped ? 'dropped' : `routed by table \`${choice.table}\``;
    found.push({
      packets: choice.packets,
      reason: makeReason(
        uncertain ? 'unknown' : 'unpredictable',
        code,
        `these packets were to be ${how}, but the chip routes them by \`${table}\``,
        placeOf(item, choice.by ? 'table' : 'new-routing-mark'),
      ),
    });
  }
  return found;
}

function untranslated(firewall: Firewall, start: ChainState): readonly Bypassed[] {
  return walkChain(firewall, 'nat', 'srcnat', start).flatMap((state) =>
    state.end && state.end.action !== 'accept'
      ? [missed(state, state.end, 'firewall/nat-bypassed-by-l3hw', 'a NAT rule translates')]
      : [],
  );
}

function unshaped(network: Network, state: ChainState): readonly Bypassed[] {
  const shapes = (item: Item) => {
    const marks = listValues(propertyValue(item, 'packet-marks') ?? propertyValue(item, 'packet-mark'));
    return marks.length === 0 || marks.includes(state.packetMark);
  };
  const queue = enabledItemsOf(network.config, '/queue/simple').find((item) => targets(item, state) && shapes(item));
  const tree = enabledItemsOf(network.config, '/queue/tree').find(
    (item) => [state.outInterface, 'global'].includes(propertyValue(item, 'parent') ?? '') && shapes(item),
  );
  const item = queue ?? tree;
  if (!item) return [];
  const at = placeOf(item, queue ? 'target' : 'parent');
  const text = 'a queue was to shape these packets, but the chip forwards them past it';
  const placement = state.uncertainty ? 'unknown' : 'unpredictable';
  return [{ packets: state.packets, reason: makeReason(placement, 'firewall/hw-flow-queue-bypass', text, at) }];
}

function targets(item: Item, { packets, inInterface, outInterface }: ChainState): boolean {
  return listValues(propertyValue(item, 'target')).some((target) => {
    if (target === inInterface || target === outInterface) return true;
    const interval = addressInterval(target, packets.family);
    return (
      interval !== undefined &&
      (overlapsSet([interval], packets.source) || overlapsSet([interval], packets.destination))
    );
  });
}

/** What is left of a class after the parts that are certain to be judged otherwise. */
export function without(packets: PacketSet, parts: readonly PacketSet[]): readonly PacketSet[] {
  let left: readonly PacketSet[] = [packets];
  for (const { family, protocol, ...match } of parts) {
    if (family !== packets.family || protocol !== packets.protocol) continue;
    left = left.flatMap((rest) => split(rest, hasPortMatch(packets, match)).outside);
  }
  return left;
}

/** Protocols without ports are not asked for any. */
function hasPortMatch(
  packets: PacketSet,
  { source, destination, sourcePort, destinationPort }: Omit<PacketSet, 'family' | 'protocol'>,
) {
  const portless = sourcePort === packets.sourcePort && destinationPort === packets.destinationPort;
  return { source, destination, ...(!portless && { sourcePort, destinationPort }) };
}
