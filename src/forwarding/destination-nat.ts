// Destination NAT as the CPU applies it to packets that arrive: `dst-nat`, `netmap` and `redirect`, for transit and for
// the device's own addresses alike.

import { propertyValue } from '../model/config.ts';
import { isDenied, startChain, walkChain } from './chains.ts';
import { ownAddressesAt } from './endpoints.ts';
import { type FirewallRule, firewallOf } from './firewall.ts';
import { addressSet, portSet } from './matchers.ts';
import type { Network } from './network.ts';
import { isEmpty, type PacketSet, subtract } from './space.ts';

export interface NatPart {
  /** As they arrive. */
  readonly packets: PacketSet;
  /** Undefined = no rule means them. */
  readonly rule: FirewallRule | undefined;
  /** As they go on; the same packets where no rule means them. */
  readonly onward: PacketSet;
  /** They end at the device: redirected to it, or sent to one of its addresses. */
  readonly isForDevice: boolean;
  /** The rule that only may match. */
  readonly uncertainty: FirewallRule | undefined;
}

/** Cuts a class that opens connections by what destination NAT makes of it. */
export function destinationNat(network: Network, inInterface: string, packets: PacketSet): readonly NatPart[] {
  const firewall = firewallOf(network, packets.family);
  if (firewall.chain('nat', 'dstnat').length === 0) return [untranslated(network, inInterface, packets)];
  const isAddressedToDevice = isOwn(network, inInterface, packets);
  const start = startChain({ packets, inInterface, outInterface: undefined, connectionState: 'new' });
  const raw = walkChain(firewall, 'raw', 'prerouting', { ...start, isAddressedToDevice });
  return raw.flatMap((arrived) => {
    const isExempt = arrived.effects.some(({ action }) => action === 'notrack');
    if (isExempt || isDenied(arrived)) return [untranslated(network, inInterface, arrived.packets)];
    return walkChain(firewall, 'mangle', 'prerouting', { ...arrived, end: undefined, effects: [] }).flatMap((marked) =>
      walkChain(firewall, 'nat', 'dstnat', { ...marked, end: undefined }).map((state): NatPart => {
        const rule = state.end && state.end.action !== 'accept' ? state.end : undefined;
        const { uncertainty } = state;
        if (!rule) return { ...untranslated(network, inInterface, state.packets), uncertainty };
        const onward = translate(rule, state.packets);
        const isForDevice = rule.action === 'redirect' || isOwn(network, inInterface, onward);
        return { packets: state.packets, rule, onward, isForDevice, uncertainty };
      }),
    );
  });
}

function untranslated(network: Network, inInterface: string, packets: PacketSet): NatPart {
  const isForDevice = isOwn(network, inInterface, packets);
  return { packets, rule: undefined, onward: packets, isForDevice, uncertainty: undefined };
}

function translate({ item }: FirewallRule, packets: PacketSet): PacketSet {
  const destination = addressSet(propertyValue(item, 'to-addresses') ?? '', packets.family);
  const ports = propertyValue(item, 'to-ports');
  const destinationPort = ports === undefined ? undefined : portSet(ports);
  return { ...packets, ...(destination && { destination }), ...(destinationPort && { destinationPort }) };
}

export function isOwn(network: Network, inInterface: string, { destination, family }: PacketSet): boolean {
  return isEmpty(subtract(destination, ownAddressesAt(network, inInterface)[family]));
}
