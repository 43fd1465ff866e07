// VRFs: which interfaces route by a table of their own.

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
