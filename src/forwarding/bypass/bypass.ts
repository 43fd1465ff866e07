// What the CPU would have done to packets that the chip forwards: every policy that they miss.

import type { Item } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { type ChainState, startChain } from '../firewall/chain-state.ts';
import { mayMatch } from '../firewall/chains.ts';
import { type Crossing, countingFor, type Feature, featuresFor, hasPolicies } from '../firewall/features.ts';
import { type FirewallRule, firewallOf, isNamed } from '../firewall/firewall.ts';
import { unreadMarks } from '../firewall/marks.ts';
import { isWatching, rulesOnTheWay } from '../firewall/rule-effects.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import { isByIp } from '../network/bridges.ts';
import type { Bridge, Network } from '../network/network.ts';
import { cause, makeReason, placeOf } from '../packets/causes.ts';
import type { Cause } from '../packets/flow.ts';
import { outsideOf } from '../packets/outside-of.ts';
import { mirror, type PacketSet, packetSetKey, split } from '../packets/space.ts';
import { codeOf, type Path, passing, untranslated, type WayOut } from './missed-policies.ts';

/** What the CPU would have done to a class that the chip forwards. */
export interface Spared {
  /** The parts of the class that a policy was meant for; they may overlap. */
  readonly missed: readonly Bypassed[];
  /** What does not see the packets, without their faring worse for it. */
  readonly unseen: readonly { readonly item: Item; readonly cause: Cause }[];
}

/** Every policy and feature of the CPU that was meant for a class and that the chip spares it. */
export function sparedPolicies(network: Network, path: Path): Spared {
  if (!hasPolicies(network, path.packets.family)) return { missed: [], unseen: [] };
  const ways = waysOf(network, path);
  return {
    missed: [...featuresFor(network, path).map(missedFeature), ...ways.flatMap(({ missed }) => missed)],
    unseen: unseen(
      network,
      path,
      ways.flatMap(({ met }) => met),
    ),
  };
}

/** What the IP firewall was meant to do to packets that stay in a bridge, and queues where they leave it. */
export function metOnBridge(
  network: Network,
  bridge: Bridge | undefined,
  way: Pick<Path, 'packets' | 'opens' | 'oneWay' | 'outPort'>,
): readonly Bypassed[] {
  if (!bridge || !isByIp(network, bridge) || !hasPolicies(network, way.packets.family)) return [];
  const path = { ...way, inInterface: bridge.name, outInterface: bridge.name };
  return waysOf(network, path).flatMap(({ missed }) => missed);
}

/** A connection is not followed for ever: packets that find what earlier ones found fare like them. */
const turnsMax = 6;
/** Nor in more ways than this. */
const waysMax = 64;

/** The packet that opens a connection and later ones, or those that answer. */
function waysOf(network: Network, path: Path): readonly WayOut[] {
  if (!path.oneWay && isRemembered(network, path)) return waysInTurn(network, path);
  const { packets, opens, oneWay, inInterface } = path;
  const firewall = firewallOf(network, packets.family);
  const opener = startChain({ packets, inInterface, connectionState: 'new' });
  const opening = opens ? passing(network, path, opener) : [];
  if (oneWay || (opens && !firewall.isStateful)) return opening;
  return [...opening, ...passing(network, path, { ...opener, connectionState: 'established' }, !opens)];
}

/** What packets meet depends on what earlier ones between the same ends have made of the connection. */
export function isRemembered(network: Network, { packets, inInterface, outInterface }: Crossing): boolean {
  const firewall = firewallOf(network, packets.family);
  if (firewall.asksNat || firewall.marking.length === 0) return firewall.asksNat !== undefined;
  const back = mirror(packets);
  const gives = (rule: FirewallRule, some: PacketSet, entry: string, exit: string) =>
    rule.inInterface.every((each) => isNamed(each, entry)) &&
    rule.outInterface.every((each) => isNamed(each, exit)) &&
    split(some, rule.match).inside !== undefined;
  return firewall.marking.some(
    (rule) => gives(rule, packets, inInterface, outInterface) || gives(rule, back, outInterface, inInterface),
  );
}

/** Each packet finds what the one before it has made of the connection. */
function waysInTurn(network: Network, path: Path): readonly WayOut[] {
  const { inInterface, outInterface, packets } = path;
  const other = { ...path, packets: mirror(packets), inInterface: outInterface, outInterface: inInterface };
  const [first, second] = path.opens ? [path, other] : [other, path];
  const firewall = firewallOf(network, packets.family);
  const found = new Set<string>();
  const all: WayOut[] = [];
  const { packets: opening, inInterface: entry } = first;
  let open = [startChain({ packets: opening, inInterface: entry, connectionState: 'new' })];
  for (let turn = 0; turn < turnsMax && open.length > 0; turn++) {
    const side = turn % 2 === 0 ? first : second;
    const ways = open.flatMap((state) => passing(network, side, state, turn < 2));
    if (side === path) all.push(...ways);
    const left = ways
      .flatMap((way) => way.left)
      .flatMap((state) => {
        const isTold = firewall.asksNat !== undefined || state.connectionMark !== 'no-mark';
        return turn === 0 && !path.opens && isTold ? untranslated(firewall, state) : [state];
      });
    const answers = new Map(left.map(answerTo).map((each) => [keyOf(each, turn), each]));
    const later = [...answers].flatMap(([key, each]) => (found.has(key) ? [] : [each]));
    for (const key of answers.keys()) found.add(key);
    open = turn + 1 < turnsMax ? later.slice(0, waysMax) : [];
    all.push(...later.slice(open.length).flatMap((each) => unfollowed(network, each, side === second, path)));
  }
  return all;
}

/** Packets that come later, in the direction of the path or against it, may meet what nobody has followed them to. */
function unfollowed(
  network: Network,
  { packets, marking }: ChainState,
  isFirst: boolean,
  path: Path,
): readonly WayOut[] {
  const { asksNat, marking: givers } = firewallOf(network, packets.family);
  const rule = marking.at(-1) ?? asksNat ?? givers[0];
  if (!rule) return [];
  const text = 'connections part into more ways here than are followed, and the chip asks none of these rules';
  const reason = makeReason('unknown', codeOf(rule, packets), text, placeOf(rule.item, 'action'));
  const missed = { item: rule.item, packets: isFirst === path.opens ? packets : mirror(packets), reason };
  return [{ missed: [missed], met: [], left: [] }];
}

/** Who misses a policy for a mark misses the rule that gave it last, too. */
function keyOf({ packets, connectionMark, natState, uncertainty, marking }: ChainState, turn: number): string {
  const rules = `${uncertainty?.item.key} ${marking.at(-1)?.item.key}`;
  return `${turn % 2} ${packetSetKey(packets)} ${connectionMark} ${natState} ${rules}`;
}

/** The packet that follows in the other direction finds what this one has made of the connection. */
function answerTo({ packets, inInterface, connectionMark, natState, uncertainty, marking }: ChainState): ChainState {
  const start = startChain({
    packets: mirror(packets),
    inInterface,
    connectionState: 'established',
    connectionMark,
    natState,
  });
  return { ...start, uncertainty, marking: marking.filter(({ action }) => action === 'mark-connection') };
}

export function missedFeature({ code, item, at, does, packets, isOpen }: Feature): Bypassed {
  return {
    item,
    packets,
    reason: isOpen
      ? makeReason('unknown', code, `${does} these packets if it matches, and the chip does not ask it`, at)
      : makeReason('unpredictable', code, `${does} these packets on the CPU, but the chip forwards them past it`, at),
  };
}

/** Nothing about the packets is wrong, but who was to count or mark them does not see them. */
function unseen(network: Network, path: Path, met: readonly ChainState[]): Spared['unseen'] {
  const counting = [countingFor(network, [path.inInterface, path.outInterface]) ?? []].flat();
  const text = 'Traffic Flow does not see these packets';
  const blind = counting.map((item) => ({
    item,
    cause: cause('route/traffic-flow-blind', text, placeOf(item, 'enabled')),
  }));
  return [...blind, ...unreadMarks(network, met), ...unwatched(network, path)];
}

/** What is left of a class after the parts that are certain to be judged otherwise. */
export function without(packets: PacketSet, judged: readonly Omit<Bypassed, 'item'>[]): readonly PacketSet[] {
  const certain = judged.filter(({ reason }) => reason.placement !== 'unknown');
  return outsideOf(
    packets,
    certain.map((each) => each.packets),
  );
}

/** Those that may be for a class, whatever stands before them. */
export function unwatched(network: Network, { packets, inInterface, outInterface }: Crossing): Spared['unseen'] {
  const states = (['new', 'established'] as const).map((connectionState) =>
    startChain({ packets, inInterface, outInterface, connectionState }),
  );
  return watchersOf(network, packets.family).flatMap((rule) => {
    if (!states.some((state) => mayMatch(rule, state))) return [];
    const { item } = rule;
    const text = 'this rule neither logs nor counts these packets';
    return [{ item, cause: cause(codeOf(rule, packets), text, placeOf(item, 'action')) }];
  });
}

const watchersOf = derivedPer((network: Network, family: 4 | 6): readonly FirewallRule[] =>
  (['raw', 'mangle', 'filter'] as const).flatMap((table) =>
    rulesOnTheWay(firewallOf(network, family), table).filter(isWatching),
  ),
);
