// Checksum settings that the chip does not honour.

import { isYes, propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanChecksumIgnored = defineRule({
  id: 'vxlan/vxlan-checksum-ignored',
  cost: 'L',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip sends VXLAN packets with a zero UDP checksum',
  why: 'What the chip encapsulates carries no checksum, whatever the setting says.',
  remedy: 'Remove the setting, and do not rely on checksums at the other end.',
  evidence: [documented('routeros/vxlan', 'checksum settings are ignored by the hardware')],

  check({ network }) {
    return offloadableVxlans(network).flatMap(({ item }) => {
      const asks = isYes(propertyValue(item, 'checksum')) ? 'checksum' : undefined;
      const offloads = (propertyValue(item, 'rem-csum') ?? 'none') === 'none' ? undefined : 'rem-csum';
      const property = asks ?? offloads;
      if (!property) return [];
      return [
        {
          subject: item,
          placement: 'hardware',
          what: 'VXLAN packets of the chip carry no UDP checksum, although one is asked for',
          primary: label(item, property, 'ignored by the chip'),
        },
      ];
    });
  },
});
