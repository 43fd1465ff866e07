// VRFs: which interfaces route by a table of their own.

import type { Property } from '../model/config.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { tag } from './tag.ts';

export function lowerVrfs({ device, draft }: LowerContext): void {
  for (const [name, { interfaces, description }] of Object.entries(device.settings.vrfs ?? {})) {
    const origin = device.places.keyAt('vrfs', name);
    draft.add(
      '/ip/vrf',
      {
        name: said(name, origin),
        interfaces: said(interfaces.join(','), device.places.at('vrfs', name, 'interfaces')),
        comment: tag(['vrf', name], origin, description),
      },
      origin,
    );
  }
}

/**
 * A chip that knows no VRFs may route their packets by the main table: a VLAN in one is left to the CPU, where its
 * interface has a flag for that.
 */
export function vrfFlagOf({ device, target }: LowerContext, vlan: string): Property | undefined {
  const chip = target.offloadSwitch;
  if (chip?.fact('l3.vrf')?.value !== false || chip.fact('l3.vlan-flag')?.value !== true) return undefined;
  const found = Object.entries(device.settings.vrfs ?? {}).find(([, { interfaces }]) => interfaces.includes(vlan));
  return found && said(false, device.places.at('vrfs', found[0], 'interfaces'));
}
