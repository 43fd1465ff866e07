// The routing chip: hardware routing on, and its settings.

import type { Target } from '../profile/target.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import type { L3Layout } from './layout.ts';

/** Routing needs two interfaces; a device with fewer only switches, which needs no hardware routing. */
const routedInterfacesMin = 2;

export function lowerSwitch({ device, target, layout, draft }: LowerContext): void {
  const chip = target.offloadSwitch;
  const wanted = device.settings['l3-offload'] ?? true;
  if (!chip || (wanted && layout.l3.size < routedInterfacesMin)) return;
  const origin = device.places.at(wanted ? 'model' : 'l3-offload');
  draft.set(
    '/interface/ethernet/switch',
    chip.name,
    { name: said(chip.name, origin), 'l3-hw-offloading': said(wanted, origin) },
    origin,
  );
  if (!wanted) return;
  const [first, second] = [...layout.l3.values()].filter((l3) => routesIpv6(l3, target));
  if (!first || !second || !chip.fact('l3.ipv6')?.value) return;
  const at = first.addresses.find(({ host }) => host.family === 6)?.origin ?? first.origin;
  draft.configure('/interface/ethernet/switch/l3hw-settings', { 'ipv6-hw': said(true, at) }, at);
}

/** IPv6 takes memory of the chip from IPv4 and passes the firewall by, so it has to have something to route there. */
function routesIpv6({ addresses, attachments, isManagement }: L3Layout, { offloadSwitch, switchOf }: Target): boolean {
  if (isManagement || !addresses.some(({ host }) => host.family === 6)) return false;
  return attachments.some(({ ports }) => ports.some((port) => switchOf(port) === offloadSwitch));
}
