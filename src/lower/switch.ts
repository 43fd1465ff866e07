// The routing chip: hardware routing on, and its settings.

import type { Target } from '../profile/target.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import type { L3Layout } from './layout.ts';

/**
 * Whether anything may be routed between these interfaces: between two of them, or by one to where routes lead that are
 * more than the device's own way out.
 */
function isRouted(
  { device: { settings } }: LowerContext,
  [first, second]: readonly L3Layout[],
  family: 4 | 6,
): boolean {
  if (!first || second) return second !== undefined;
  const { routes = [], ospf, bgp } = settings;
  const isLearning = family === 4 && (ospf !== undefined || bgp !== undefined);
  return !first.isManagement && (isLearning || routes.some(({ to }) => to.family === family && to.length > 0));
}

export function lowerSwitch(context: LowerContext): void {
  const { device, target, layout, draft } = context;
  const chip = target.offloadSwitch;
  const wanted = device.settings['l3-offload'] ?? true;
  if (!chip || (wanted && !isRouted(context, [...layout.l3.values()], 4))) return;
  const origin = device.places.at(wanted ? 'model' : 'l3-offload');
  draft.set('/interface/ethernet/switch', chip.name, origin, {
    name: said(chip.name, origin),
    'l3-hw-offloading': said(wanted, origin),
  });
  if (!wanted) return;
  const ofIpv6 = [...layout.l3.values()].filter((l3) => routesIpv6(l3, target));
  const [first] = ofIpv6;
  if (!first || !isRouted(context, ofIpv6, 6) || !chip.fact('l3.ipv6')?.value) return;
  const at = first.addresses.find(({ host }) => host.family === 6)?.origin ?? first.origin;
  draft.configure('/interface/ethernet/switch/l3hw-settings', at, { 'ipv6-hw': said(true, at) });
}

/** IPv6 takes memory of the chip from IPv4 and passes the firewall by, so it has to have something to route there. */
function routesIpv6({ addresses, attachments, isManagement }: L3Layout, { offloadSwitch, switchOf }: Target): boolean {
  if (isManagement || !addresses.some(({ host }) => host.family === 6)) return false;
  return attachments.some(({ ports }) => ports.some((port) => switchOf(port) === offloadSwitch));
}
