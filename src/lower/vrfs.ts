// VRFs: which interfaces route by a table of their own.

import type { DeviceIntent } from '../intent/intent.ts';
import type { Property } from '../model/config.ts';
import { overlaps, type Prefix } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import type { L3Layout } from './layout.ts';
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

/** The VRF that an interface routes by; undefined = the main table. */
export function vrfOf({ settings }: DeviceIntent, { name }: Pick<L3Layout, 'name'>): string | undefined {
  return Object.entries(settings.vrfs ?? {}).find(([, { interfaces }]) => interfaces.includes(name))?.[0];
}

/** Interfaces whose VRF, another one, has a network of its own where an interface has an address or a network. */
export function twinsOf({ device, layout }: LowerContext, own: L3Layout, place: Prefix): readonly L3Layout[] {
  if (!device.settings.vrfs) return [];
  const interfaces = [...layout.l3.values()];
  const vrf = vrfOf(device, own);
  const others = new Set(
    interfaces.flatMap((l3) => {
      const isTwin = l3.addresses.some(({ network }) => overlaps(network, place));
      return isTwin && vrfOf(device, l3) !== vrf ? [vrfOf(device, l3)] : [];
    }),
  );
  return interfaces.filter((l3) => others.has(vrfOf(device, l3)));
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
