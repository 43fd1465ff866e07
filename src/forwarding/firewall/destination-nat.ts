// Destination NAT as the CPU applies it to packets that arrive: `dst-nat`, `netmap` and `redirect`, for transit and for
// the device's own addresses alike.

import { propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import type { RoutedEnd } from '../legs/ends.ts';
import { natTarget, portSet } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { type IntervalSet, isEmpty, type PacketSet, setKey } from '../packets/space.ts';
import { isOwn, ownAddressesAt } from '../routing/endpoints.ts';
import { startChain } from './chain-state.ts';
import { isDenied, walkChain } from './chains.ts';
import { isTracking } from './cpu-path.ts';
import { type FirewallRule, firewallOf, isNamed } from './firewall.ts';
import { newAddresses, withoutThoseThere } from './new-addresses.ts';

export interface NatPart {
  /** As they arrive. */
  readonly packets: PacketSet;
  /** Undefined = no rule means them. */
  readonly rule: FirewallRule | undefined;
  /** As they go on; the same packets where no rule means them. */
  readonly onward: PacketSet;
  /** The rule that only may match. */
  readonly uncertainty: FirewallRule | undefined;
}

/** Cuts a class that opens connections by what destination NAT makes of it. */
export function destinationNat(
  network: Network,
  inInterface: string,
  packets: PacketSet,
  isAddressedToDevice = isOwn(network, inInterface, packets),
): readonly NatPart[] {
  const firewall = firewallOf(network, packets.family);
  if (firewall.chain('nat', 'dstnat').length === 0 || !isTracking(network)) return [untranslated(packets)];
  const start = startChain({ packets, inInterface, connectionState: 'new' });
  const raw = walkChain(firewall, 'raw', 'prerouting', { ...start, isAddressedToDevice });
  return raw.flatMap((arrived) => {
    const isExempt = arrived.effects.some(({ action }) => action === 'notrack');
    if (isExempt || isDenied(arrived)) return [untranslated(arrived.packets)];
    return walkChain(firewall, 'mangle', 'prerouting', { ...arrived, end: undefined, effects: [] }).flatMap(
      (marked) => {
        if (isDenied(marked)) return [untranslated(marked.packets)];
        return walkChain(firewall, 'nat', 'dstnat', { ...marked, end: undefined }).flatMap((state) => {
          const rule = state.end && state.end.action !== 'accept' ? state.end : undefined;
          const { uncertainty } = state;
          if (!rule) return [{ ...untranslated(state.packets), uncertainty }];
          const onward = translate(network, rule, state.packets, inInterface);
          const mayStay =
            rule.action !== 'netmap' && setKey(state.packets.destinationPort) === setKey(onward.destinationPort);
          const whole = { packets: state.packets, rule, onward, uncertainty };
          return withoutThoseThere<NatPart>(whole, 'destination', mayStay ? onward.destination : undefined).map(
            (part) => (part.rule ? part : { ...part, onward: part.packets }),
          );
        });
      },
    );
  });
}

function untranslated(packets: PacketSet): NatPart {
  return { packets, rule: undefined, onward: packets, uncertainty: undefined };
}

/** `redirect` sends to the device, under its address on the interface that the packets come by. */
function translate(network: Network, rule: FirewallRule, packets: PacketSet, inInterface: string): PacketSet {
  const { family } = packets;
  const found = newAddresses(network, rule, packets.destination, { family, interface: inInterface });
  const destination = found && isEmpty(found) ? ownAddressesAt(network, inInterface, family) : found;
  const ports = propertyValue(rule.item, 'to-ports');
  const destinationPort = ports === undefined ? undefined : portSet(ports);
  return { ...packets, ...(destination && { destination }), ...(destinationPort && { destinationPort }) };
}

/** A rule that sends connections to other hosts, whose answers have to be translated back. */
export interface ServerRule {
  readonly rule: FirewallRule;
  readonly servers: IntervalSet;
}

const serving: ReadonlySet<string> = new Set(['dst-nat', 'netmap', 'same']);

export const serverRules = derivedPer((network: Network, family: 4 | 6): readonly ServerRule[] =>
  firewallOf(network, family)
    .all('nat')
    .flatMap((rule) => {
      const servers = serving.has(rule.action) ? natTarget(rule.item, family) : undefined;
      return servers ? [{ rule, servers }] : [];
    }),
);

/** Connections for the servers may come from there. */
export function asksAt({ rule: { inInterface } }: ServerRule, { name }: RoutedEnd): boolean {
  return inInterface.every((each) => isNamed(each, name));
}
