// VRFs: which interfaces route by a table of their own.

import { vrfOf } from '../intent/networks.ts';
import { overlaps, type Prefix } from '../model/prefix.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import type { L3Layout } from './layout.ts';
import { tag } from './tag.ts';

export function lowerVrfs({ device, draft }: LowerContext): void {
  for (const [name, { interfaces, description }] of Object.entries(device.settings.vrfs ?? {})) {
    const origin = device.places.keyAt('vrfs', name);
    draft.add('/ip/vrf', origin, {
      name: said(name, origin),
      interfaces: said(interfaces.join(','), device.places.at('vrfs', name, 'interfaces')),
      comment: tag(['vrf', name], origin, description),
    });
  }
}

/** Interfaces whose VRF, another one, has a network of its own where an interface has an address or a network. */
export function twinsOf({ device, layout }: LowerContext, own: L3Layout, place: Prefix): readonly L3Layout[] {
  if (!device.settings.vrfs) return [];
  const interfaces = [...layout.l3.values()];
  const vrfBy = ({ name }: L3Layout) => vrfOf(device.settings, name);
  const twins = interfaces.filter(({ addresses }) => addresses.some(({ network }) => overlaps(network, place)));
  const others = new Set(twins.map(vrfBy));
  others.delete(vrfBy(own));
  return interfaces.filter((l3) => others.has(vrfBy(l3)));
}
