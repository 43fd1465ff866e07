// Link aggregation. A bond without a mode speaks LACP, which every routing chip switches in hardware.

import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { mtuDefault } from './layout.ts';
import { tag } from './tag.ts';

export function lowerBonds({ layout, draft }: LowerContext): void {
  for (const { name, settings, slaves, places, origin } of layout.bonds) {
    if (slaves.length === 0) continue;
    const { mode, 'lacp-rate': lacpRate, 'hash-policy': hashPolicy, 'min-links': minLinks, description } = settings;
    const routed = layout.l3.get(name);
    draft.add('/interface/bonding', origin, {
      name: said(name, origin),
      mode: mode === undefined ? said('802.3ad', origin) : said(mode, places.at('mode')),
      slaves: said(slaves.join(','), origin),
      'lacp-rate': said(lacpRate, places.at('lacp-rate')),
      'transmit-hash-policy': said(hashPolicy, places.at('hash-policy')),
      'min-links': said(minLinks, places.at('min-links')),
      mtu: routed && routed.mtu !== mtuDefault ? said(routed.mtu, routed.origin) : undefined,
      comment: tag(['bond', name], origin, description),
    });
  }
}
