// The address families that a device routes: what it does not route needs no rule.

import { computeIfAbsent } from '../../source/grouping.ts';
import type { LowerContext } from '../context.ts';
import type { Layout } from '../layout.ts';
import type { Family } from './ingress-packet-set.ts';

const known = new WeakMap<Layout, readonly Family[]>();

/**
 * IPv4 always; IPv6 as soon as the device has an address or a route of it, or a routing protocol that may bring one.
 */
export function routedFamilies({ layout, device }: Pick<LowerContext, 'layout' | 'device'>): readonly Family[] {
  return computeIfAbsent(known, layout, () => familiesOf({ layout, device }));
}

function familiesOf({ layout, device }: Pick<LowerContext, 'layout' | 'device'>): readonly Family[] {
  const addresses = [...layout.l3.values()].flatMap((l3) => l3.addresses.map(({ host }) => host));
  const routes = (device.settings.routes ?? []).map(({ to }) => to);
  const speaksIpv6 =
    device.settings.ospf?.version?.includes('3') || [...addresses, ...routes].some(({ family }) => family === 6);
  return speaksIpv6 ? [4, 6] : [4];
}

/** How the menus call a family. */
export const familyNames = {
  4: { macProtocol: 'ip', source: 'src-address', destination: 'dst-address', root: '/ip' },
  6: { macProtocol: 'ipv6', source: 'src-address6', destination: 'dst-address6', root: '/ipv6' },
} as const;
