// Policies of the slow path that were meant for packets of FastTrack connections, which meet none of it: IPsec,
// HotSpot, Traffic Flow, what mangle changes, queues, and tables other than `main`.

import type { EvidencedCode } from '../../evidence/evidence-of.ts';
import { propertyValue } from '../../model/config.ts';
import { derivedOnce } from '../../source/grouping.ts';
import { wordSet } from '../../source/word-set.ts';
import { mangleChains } from '../firewall/chain-paths.ts';
import { type ChainState, startChain } from '../firewall/chain-state.ts';
import { mayMatch } from '../firewall/chains.ts';
import { connectionStates } from '../firewall/connection-states.ts';
import {
  countingFor,
  encrypted,
  type Feature,
  hotspots,
  type Queue,
  queuesFor,
  queuesOf,
} from '../firewall/features.ts';
import { type FirewallRule, firewallOf, isDrop, shapedFirewall } from '../firewall/firewall.ts';
import { sentByModeConfig } from '../firewall/mode-config.ts';
import { isOfSourceNat, type NatState, type TraceState, type Traffic } from '../firewall/outcome.ts';
import { rewritesPackets, rulesOnTheWay } from '../firewall/rule-effects.ts';
import { asksShareAlone } from '../firewall/shares.ts';
import type { Translation } from '../firewall/source-nat.ts';
import type { Bypassed } from '../legs/bypassed.ts';
import type { Network } from '../network/network.ts';
import { makeReason, placeOf } from '../packets/causes.ts';
import { allPorts, isEmpty, type PacketSet } from '../packets/space.ts';
import { apartFromMain, exitsOfMain, tablesOf } from '../routing/fib.ts';
import { lookupFrom, routingChoices } from '../routing/routing-policy.ts';
import { asAddressed, asTranslated, type CpuArrival, type Way } from './cpu-way.ts';

/** A class on its way by the rule that takes it. */
export interface Taken extends Pick<Way, 'state' | 'outInterface' | 'table' | 'chosenBy'> {
  readonly rule: FirewallRule;
  readonly arrival: CpuArrival;
}

/** What is skipped, or may be, with the parts of the class that it was meant for. */
export function skippedPolicies(
  network: Network,
  { packets, traffic, uncertainties }: TraceState,
  taken: Taken,
  end: Translation,
): readonly Bypassed[] {
  const { state, outInterface } = taken;
  const { inInterface, uncertainty } = state;
  const past = (features: readonly Feature[], code: EvidencedCode) =>
    features.map(({ item, does, at, isOpen, packets: part }) => {
      const text = asSkipped(`${does} these packets`);
      const reason = makeReason(isOpen ? 'unknown' : 'unpredictable', code, text, at);
      return { item, packets: part, reason, ...(isOpen && { isMetBySome: isOpen }) };
    });
  const asSentOn = encrypted(network, { packets: asSent(packets, traffic, end) });
  const skipped = passedMangle(network, traffic, taken, end.translated);
  const all = isLedByMain(network, taken)
    ? [
        ...past(asSentOn, byPolicy).map((each) => ({ ...each, packets })),
        ...(traffic.opens ? intoTunnels(network, packets, state.connectionMark) : []),
        ...past(hotspots(network, { packets, inInterface, outInterface }), bySight),
        ...skipped.flatMap((passed) => [
          ...misrouted(network, passed, taken),
          ...rewritten(passed),
          ...unshaped(network, { ...passed, outInterface }, uncertainties.length === 0),
        ]),
        ...uncounted(network, packets, [inInterface, outInterface]),
      ]
    : skipped.flatMap((passed) => misrouted(network, passed, taken));
  if (!uncertainty || asksShareAlone(uncertainty)) return [...all, ...unread(network, taken)];
  return [...all.map(asPossible), ...(readsContent(uncertainty) ? unread(network, taken) : [])];
}

/** What it leads nowhere takes the slow path, where nothing is skipped. */
function isLedByMain(network: Network, { table, state: { packets } }: Taken): boolean {
  return table === 'main' || exitsOfMain(network, packets).length > 0;
}

function intoTunnels(network: Network, packets: PacketSet, connectionMark: string): readonly Bypassed[] {
  return sentByModeConfig(network, packets, connectionMark).map(({ item, packets: part }) => {
    const text = asSkipped('the policy that is made for `mode-config` encrypts these packets');
    const at = placeOf(item, 'src-address-list') ?? placeOf(item, 'connection-mark');
    return { item, packets: part, reason: makeReason('unpredictable', byPolicy, text, at) };
  });
}

const byPolicy = 'firewall/fasttrack-ipsec-bypass';
const bySight = 'firewall/fasttrack-hotspot-trafficflow-vrf';

/** Whether FastTrack takes the packets at all is open. */
function asPossible({ item, packets, reason: { cause } }: Bypassed): Bypassed {
  const told = { ...cause, text: `${cause.text}, if it takes them` };
  return { item, packets, reason: { cause: told, placement: 'unknown' } };
}

/** What a TCP connection carries comes once it is established, and hardly a packet of it meets the rule. */
function unread(network: Network, { state }: Taken): readonly Bypassed[] {
  const { packets } = state;
  if (packets.protocol !== 'tcp') return [];
  const firewall = firewallOf(network, packets.family);
  return rulesOnTheWay(firewall, 'filter')
    .filter(
      (rule) =>
        isDrop(rule.action) && readsContent(rule) && mayMatch(rule, { ...state, connectionState: 'established' }),
    )
    .map(({ item }) => {
      const text = asSkipped('a rule is to drop some of these packets for what they carry');
      return { item, packets, reason: makeReason('fasttrack', 'firewall/fasttrack-content-bypass', text, item.origin) };
    });
}

/** It asks what packets carry beside their headers. */
export function readsContent({ item, undecided }: FirewallRule): boolean {
  return undecided.some((name) => contents.has(name) && propertyValue(item, name) !== '');
}

const contents = wordSet('content layer7-protocol tls-host');

/** Counting changes nothing about the packets. */
function uncounted(network: Network, packets: PacketSet, ends: readonly string[]): readonly Bypassed[] {
  const item = countingFor(network, ends);
  if (!item) return [];
  const text = asSkipped('Traffic Flow counts these packets');
  return [{ item, packets, reason: makeReason('fasttrack', bySight, text, placeOf(item, 'enabled')) }];
}

/** By its interface a packet is in a VRF; by rules, in any other table. */
function misrouted(
  network: Network,
  { packets, inInterface, outInterface, effects, routingMark, uncertainty }: ChainState,
  { rule }: Taken,
): readonly Bypassed[] {
  // Mangle drops them before they are looked up.
  if (outInterface === undefined) return [];
  const sending = effects.find(({ action }) => action === 'route');
  if (sending) {
    const text = "mangle's route sends these connections to a gateway, but FastTrack looks up `main`";
    const placement = uncertainty ? 'unknown' : 'unpredictable';
    const reason = makeReason(placement, 'firewall/fasttrack-pbr-misroute', text, rule.item.origin);
    return [{ item: sending.item, packets, reason }];
  }
  const marking = effects.findLast(({ action }) => action === 'mark-routing');
  return routingChoices(network, packets, lookupFrom(network, inInterface, routingMark))
    .filter(({ table, dropped }) => table !== 'main' && !dropped)
    .map((choice) => ({ ...choice, destination: apartFromMain(network, choice.table, choice.packets) }))
    .filter(({ destination }) => !isEmpty(destination))
    .map(({ packets: part, destination, table, by, uncertain }) => {
      const chosenBy = by ?? (table === routingMark ? marking?.item : undefined);
      const text = `these connections are to be routed by table \`${table}\`, but FastTrack looks up \`main\``;
      const code = chosenBy ? 'firewall/fasttrack-pbr-misroute' : bySight;
      const item = chosenBy ?? network.vrfs.get(table)?.item ?? rule.item;
      const isOpen = uncertain || (uncertainty && !asksShareAlone(uncertainty));
      const placement = isOpen ? 'unknown' : 'unpredictable';
      return { item, packets: { ...part, destination }, reason: makeReason(placement, code, text, rule.item.origin) };
    });
}

function asSkipped(what: string): string {
  return `${what}, but FastTrack skips it`;
}

/**
 * IPsec sees packets under the source that NAT gives them, answers under the address that their connection was opened
 * to. Source: manual, packet-flow-in-routeros, "IPsec Policies".
 */
function asSent(
  packets: PacketSet,
  { opens, openedTo }: Traffic,
  { translated, newSources = [] }: Translation,
): PacketSet {
  if (opens) return isOfSourceNat(translated) ? { ...packets, source: newSources, sourcePort: allPorts } : packets;
  if (!openedTo) return packets;
  const { destination: source, destinationPort: sourcePort = packets.sourcePort } = openedTo;
  return { ...packets, source, sourcePort };
}

/** Other ones than main have routes. */
const hasTables = derivedOnce((network: Network): boolean => tablesOf(network).some((table) => table !== 'main'));

/** What mangle would make of the packets that follow the one that the rule took; nothing where nobody would notice. */
function passedMangle(
  network: Network,
  traffic: Traffic,
  { state: { packets, inInterface, connectionMark, shares }, outInterface, arrival }: Taken,
  natState: NatState | undefined,
) {
  const firewall = shapedFirewall(network, packets.family);
  const { simple, trees } = queuesOf(network);
  const isShaping = [...simple, ...trees].some(skippedBy);
  const isChanging = (rule: FirewallRule) => rewritesPackets(rule) || rule.action === 'route';
  if (!isShaping && !hasTables(network) && !firewall.all('mangle').some(isChanging)) return [];
  const { steady: connectionState } = connectionStates(network, traffic);
  const start = { ...startChain({ packets, inInterface, connectionState, connectionMark, natState }), shares };
  return mangleChains(firewall, asAddressed(start, arrival), outInterface, (each) =>
    asTranslated(each, start, arrival),
  );
}

function rewritten({ effects, possibleEffects, packets, uncertainty }: ChainState): readonly Bypassed[] {
  const changes = (rules: readonly FirewallRule[], placement: 'unknown' | 'unpredictable') =>
    rules.filter(rewritesPackets).map(({ item, action }) => {
      const text = asSkipped(`mangle's ${action} changes these packets`);
      const reason = makeReason(placement, 'firewall/fasttrack-mangle-bypass', text, placeOf(item, 'action'));
      return { item, packets, reason };
    });
  return [...changes(effects, uncertainty ? 'unknown' : 'unpredictable'), ...changes(possibleEffects, 'unknown')];
}

/** Where the mark of the packets is not known, queues for any mark alone are certain to be meant. */
function unshaped(
  network: Network,
  { packets, inInterface, outInterface, packetMark, uncertainty }: ChainState & { readonly outInterface: string },
  isKnown: boolean,
): readonly Bypassed[] {
  const mark = isKnown && !uncertainty ? packetMark : undefined;
  return queuesFor(network, { packets, inInterface, outInterface }, mark).flatMap((queue): readonly Bypassed[] => {
    const property = skippedBy(queue);
    if (property === undefined) return [];
    const placement = mark === undefined && queue.marks.length > 0 ? 'unknown' : 'unpredictable';
    const text = asSkipped('a queue shapes these packets');
    const reason = makeReason(placement, 'firewall/fasttrack-queue-bypass', text, placeOf(queue.item, property));
    return [{ item: queue.item, packets: queue.packets, reason }];
  });
}

/** What says what the queue shapes, where FastTrack skips it: a tree on an interface shapes its packets, unmarked. */
export function skippedBy({ root, marks }: Queue): 'target' | 'parent' | 'packet-mark' | undefined {
  if (root === undefined) return 'target';
  if (root === 'global') return 'parent';
  return marks.some((mark) => mark !== 'no-mark') ? 'packet-mark' : undefined;
}
