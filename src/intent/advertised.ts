// What `bgp: advertise` names, and whether BGP tells it.

import { isSamePrefix, type Prefix, parsePrefix } from '../model/prefix.ts';
import type { Span } from '../source/location.ts';
import type { DeviceIntent, Intent } from './intent.ts';
import { hasUnknownNetworks, ownAddresses, rowAddresses } from './networks.ts';

export interface Advertised {
  readonly prefix: Prefix;
  /** Of a VLAN or a prefix, as written. */
  readonly at: Span;
  /** The device has, or may have, a route of exactly this prefix; without one nobody is told of it. */
  readonly isKnown: boolean;
}

/** Source: manual, bgp/faq: announced is what the table has a route for of exactly that prefix. */
export function advertised(intent: Intent, device: DeviceIntent): readonly Advertised[] {
  const { bgp, ospf, routes = [], routing, raw } = device.settings;
  const isOpen = ospf !== undefined || routing !== undefined || raw !== undefined || hasUnknownNetworks(device);
  const connected = [...ownAddresses(intent, device), ...rowAddresses(device)];
  const known = [...connected.map(({ network, vrf }) => ({ to: network, vrf })), ...routes].filter(
    ({ vrf }) => vrf === bgp?.vrf,
  );
  return (bgp?.advertise ?? []).flatMap((written, index) =>
    prefixesOf(intent, written).map((prefix) => ({
      prefix,
      at: device.places.at('bgp', 'advertise', index),
      isKnown: isOpen || known.some(({ to }) => isSamePrefix(to, prefix)),
    })),
  );
}

function prefixesOf({ site }: Intent, written: string): readonly Prefix[] {
  const { ipv4 = [], ipv6 = [] } = site.vlans?.[written] ?? {};
  const prefix = parsePrefix(written);
  return prefix ? [prefix] : [...ipv4, ...ipv6];
}
