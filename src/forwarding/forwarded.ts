// What becomes of all that a device forwards, by chip or CPU: the classes of TCP and UDP from each kind of end, the
// FastTrack rule that takes them, and what the firewall makes of them. No rule follows chains by itself.

import type { EvidencedCode } from '../evidence/evidence-of.ts';
import { type Item, propertyValue } from '../model/config.ts';
import { parsePrefix } from '../model/prefix.ts';
import { placeOf } from './causes.ts';
import { type ChainState, isDenied, startChain, walkChain } from './chains.ts';
import { followFlow } from './directions.ts';
import type { RoutedEnd } from './ends.ts';
import { firewallOf } from './firewall.ts';
import type { Flow } from './flow.ts';
import { derivedOnce } from './grouping.ts';
import { ipsecPolicies } from './ipsec.ts';
import { protocolName } from './matchers.ts';
import type { Network } from './network.ts';
import type { Outcome } from './outcome.ts';
import { addressesBehind, betweenGroups, endGroups } from './routed-classes.ts';
import { allAddresses, allPorts, type PacketSet } from './space.ts';

export interface Forwarded {
  readonly outcome: Outcome;
  readonly from: string;
  /** Where the packets leave, as far as that is certain. */
  readonly to: string | undefined;
}

/** Classes of IPv4, of both directions. */
export const forwardedClasses: (network: Network) => readonly Forwarded[] = derivedOnce((network) =>
  endGroups(network, 4).flatMap(({ first }) => {
    const from = { label: first.name, interfaces: [first.name], prefixes: [], internet: first.internet };
    const flow: Flow = { name: '', origin, from, to: everywhere, ports: [], oneWay: false };
    return followFlow(network, flow).flatMap(({ outcome }) => {
      const [enters, leaves] = [outcome.traffic.inInterface, outcome.egress[0]?.interface];
      // What goes back where it came from is hardly what a rule is about.
      return enters === leaves ? [] : [{ outcome, from: enters, to: leaves }];
    });
  }),
);

/** Classes that a FastTrack rule takes, on the CPU or in the chip. */
export interface Fasttracked extends Forwarded {
  readonly rule: Item;
}

export const fasttrackedClasses: (network: Network) => readonly Fasttracked[] = derivedOnce((network) =>
  forwardedClasses(network).flatMap((each) => {
    const rule = each.outcome.fasttracked?.rule.item;
    return rule && each.outcome.packets.family === 4 ? [{ ...each, rule }] : [];
  }),
);

export interface PastIpsec {
  readonly rule: Item;
  /** The policy that its connections are for. */
  readonly policy: Item;
}

/** FastTrack rules that take connections past their IPsec policy: each with the first. */
export function fasttrackedPastIpsec(network: Network): readonly PastIpsec[] {
  const found = new Map<Item, PastIpsec>();
  for (const { item: policy } of ipsecPolicies(network)[4]) {
    for (const { outcome } of followFlow(network, flowOf(policy))) {
      const rule = outcome.fasttracked?.rule.item;
      const isPast = outcome.because.some(
        ({ code, at }) => code === pastIpsec && at === placeOf(policy, 'dst-address'),
      );
      if (rule && isPast && !found.has(rule)) found.set(rule, { rule, policy });
    }
  }
  return [...found.values()];
}

const pastIpsec: EvidencedCode = 'firewall/fasttrack-ipsec-bypass';

function flowOf(policy: Item): Flow {
  const end = (name: string) => {
    const text = propertyValue(policy, name) ?? '0.0.0.0/0';
    return { label: text, interfaces: [], prefixes: [parsePrefix(text) ?? []].flat(), internet: false };
  };
  const protocol = protocolName(propertyValue(policy, 'protocol') ?? 'all');
  const [from, to] = [end('src-address'), end('dst-address')];
  return { name: '', origin, from, to, ports: [], oneWay: false, ...(protocol !== 'all' && { protocol }) };
}

/** A FastTrack rule, and one behind it that drops packets of its connections where they take the normal path. */
export interface DroppedBeside {
  readonly rule: Item;
  readonly drop: Item;
  readonly from: string;
  readonly to: string;
}

export const droppedBesideFasttrack: (network: Network) => readonly DroppedBeside[] = derivedOnce((network) =>
  betweenGroups(network, 4).flatMap(({ from, to, sources: source, destinations: destination }) => {
    const ends = { inInterface: from.first.name, outInterface: to.first.name };
    const packets = anyPackets(4).map((each) => ({ ...each, source, destination }));
    return meetFilter(network, packets, { ...ends, connectionState: 'established' }).flatMap((state) => {
      const { fasttrack, end } = state;
      if (!fasttrack || !end || !isDenied(state)) return [];
      return [{ rule: fasttrack.item, drop: end.item, from: from.first.name, to: to.first.name }];
    });
  }),
);

/** The filter of the CPU drops some of what opens connections between two interfaces. */
export function isFiltered(network: Network, from: string, to: string, family: 4 | 6): boolean {
  const start = { inInterface: from, outInterface: to, connectionState: 'new' } as const;
  return meetFilter(network, anyPackets(family), start).some(isDenied);
}

/** Source NAT translates some of what leaves by this end. */
export function isTranslating(network: Network, end: RoutedEnd): boolean {
  const destination = addressesBehind(network, end, 4);
  return anyPackets(4).some((each) => {
    const packets = { ...each, destination };
    const start = startChain({ packets, inInterface: '', outInterface: end.name, connectionState: 'new' });
    const states = walkChain(firewallOf(network, 4), 'nat', 'srcnat', start);
    return states.some((state) => state.end && state.end.action !== 'accept');
  });
}

function meetFilter(
  network: Network,
  classes: readonly PacketSet[],
  start: Omit<Parameters<typeof startChain>[0], 'packets'>,
): readonly ChainState[] {
  return classes.flatMap((packets) => {
    const state = startChain({ packets, ...start });
    return walkChain(firewallOf(network, packets.family), 'filter', 'forward', state);
  });
}

/** What FastTrack and connection tracking are about. */
function anyPackets(family: 4 | 6): readonly PacketSet[] {
  const [source, destination] = [allAddresses(family), allAddresses(family)];
  const ports = { sourcePort: allPorts, destinationPort: allPorts };
  return ['tcp', 'udp'].map((protocol) => ({ family, protocol, source, destination, ...ports }));
}

const everywhere = { label: 'any', interfaces: [], prefixes: [], internet: false } as const;
const origin = { kind: 'device', device: '', menu: '', key: '' } as const;
