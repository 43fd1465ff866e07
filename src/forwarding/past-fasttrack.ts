// Policies of the slow path that were meant for packets of FastTrack connections, which meet none of it: IPsec,
// HotSpot, what mangle changes, queues.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import type { Bypassed } from './bypassed.ts';
import { makeReason, placeOf } from './causes.ts';
import { mangleChains } from './chain-paths.ts';
import { type ChainState, startChain } from './chain-state.ts';
import { connectionStates } from './connection-states.ts';
import { asAddressed, asTranslated, type CpuArrival } from './cpu-arrival.ts';
import type { Way } from './cpu-way.ts';
import { encrypted, type Feature, hotspots, type Queue, queuesFor, queuesOf } from './features.ts';
import { firewallOf } from './firewall.ts';
import type { Network } from './network.ts';
import { isOfSourceNat, type NatState, type Outcome, type TraceState, type Traffic } from './outcome.ts';
import { rewritesPackets } from './rule-effects.ts';
import { allPorts, type PacketSet } from './space.ts';

interface Taken extends Pick<Way, 'state' | 'outInterface'> {
  readonly arrival: CpuArrival;
}

/** What is skipped, or may be, with the parts of the class that it was meant for. */
export function skippedPolicies(
  network: Network,
  { packets, traffic, uncertainties }: TraceState,
  taken: Taken,
  end: Pick<Outcome, 'translated' | 'newSources'>,
): readonly Bypassed[] {
  const { inInterface } = taken.state;
  const { outInterface } = taken;
  const past = (features: readonly Feature[], code: EvidencedCode) =>
    features.map(({ item, does, at, isOpen, packets: part }) =>
      skipped(item, part, code, `${does} these packets`, at, isOpen ? 'unknown' : 'unpredictable'),
    );
  const asSentOn = encrypted(network, { packets: asSent(packets, traffic, end) });
  const passed = passedMangle(network, traffic, taken, end.translated);
  return [
    ...past(asSentOn, 'firewall/fasttrack-ipsec-bypass').map((each) => ({ ...each, packets })),
    ...past(hotspots(network, { packets, inInterface, outInterface }), 'firewall/fasttrack-hotspot-trafficflow-vrf'),
    ...passed.flatMap((state) => [
      ...rewritten(state),
      ...unshaped(network, { ...state, outInterface }, uncertainties.length === 0),
    ]),
  ];
}

function skipped(
  item: Bypassed['item'],
  packets: PacketSet,
  code: EvidencedCode,
  what: string,
  at: ReturnType<typeof placeOf>,
  placement: 'unknown' | 'unpredictable' = 'unpredictable',
): Bypassed {
  return { item, packets, reason: makeReason(placement, code, `${what}, but FastTrack skips it`, at) };
}

/**
 * IPsec sees packets under the source that NAT gives them, answers under the address that their connection was opened
 * to. Source: manual, packet-flow-in-routeros, "IPsec Policies".
 */
function asSent(
  packets: PacketSet,
  { opens, openedTo }: Traffic,
  { translated, newSources = [] }: Pick<Outcome, 'translated' | 'newSources'>,
): PacketSet {
  if (opens) return isOfSourceNat(translated) ? { ...packets, source: newSources, sourcePort: allPorts } : packets;
  if (!openedTo) return packets;
  const { destination: source, destinationPort: sourcePort = packets.sourcePort } = openedTo;
  return { ...packets, source, sourcePort };
}

/** What mangle would make of the packets that follow the one that the rule took; nothing where nobody would notice. */
function passedMangle(
  network: Network,
  traffic: Traffic,
  { state: { packets, inInterface, connectionMark }, outInterface, arrival }: Taken,
  natState: NatState | undefined,
) {
  const firewall = firewallOf(network, packets.family);
  const { simple, trees } = queuesOf(network);
  if (![...simple, ...trees].some(skippedBy) && !firewall.all('mangle').some(rewritesPackets)) return [];
  const { steady: connectionState } = connectionStates(network, traffic);
  const start = startChain({ packets, inInterface, connectionState, connectionMark, natState });
  return mangleChains(firewall, asAddressed(start, arrival), outInterface, (each) =>
    asTranslated(each, start, arrival),
  );
}

function rewritten({ effects, packets, uncertainty }: ChainState): readonly Bypassed[] {
  return (uncertainty ? [] : effects.filter(rewritesPackets)).map(({ item, action }) => {
    const at = placeOf(item, 'action');
    return skipped(item, packets, 'firewall/fasttrack-mangle-bypass', `mangle's ${action} changes these packets`, at);
  });
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
    if (property === undefined || (mark === undefined && queue.marks.length > 0)) return [];
    const at = placeOf(queue.item, property);
    return [skipped(queue.item, queue.packets, 'firewall/fasttrack-queue-bypass', 'a queue shapes these packets', at)];
  });
}

/** What says what the queue shapes, where FastTrack skips it: trees on an interface shape its packets too. */
export function skippedBy({ root }: Queue): 'target' | 'parent' | undefined {
  if (root === undefined) return 'target';
  return root === 'global' ? 'parent' : undefined;
}
