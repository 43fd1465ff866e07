// The routing chip: hardware routing on, and its settings.

import type { LowerContext } from './context.ts';
import { said } from './draft.ts';

/** Routing needs two interfaces; a device with fewer only switches, which needs no hardware routing. */
const routedInterfacesMin = 2;

export function lowerSwitch({ device, target, layout, draft }: LowerContext): void {
  const chip = target.offloadSwitch;
  if (!chip || layout.l3.size < routedInterfacesMin) return;
  const origin = device.places.at('model');
  draft.set(
    '/interface/ethernet/switch',
    chip.name,
    { name: said(chip.name, origin), 'l3-hw-offloading': said(true, origin) },
    origin,
  );
  const ipv6 = [...layout.l3.values()].flatMap(({ addresses }) => addresses).find(({ host }) => host.family === 6);
  if (!ipv6 || !chip.fact('l3.ipv6')?.value) return;
  draft.set('/interface/ethernet/switch/l3hw-settings', '', { 'ipv6-hw': said(true, ipv6.origin) }, ipv6.origin);
}
