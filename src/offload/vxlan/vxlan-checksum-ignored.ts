// Checksum settings that the chip does not follow.

import { offloadableVxlans } from '../../forwarding/legs/vxlan.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const vxlanChecksumIgnored = defineRule({
  id: 'vxlan/vxlan-checksum-ignored',
  cost: 'L',

  check: aboutEach(offloadableVxlans, ({ item }) => {
    const property = isYes(propertyValue(item, 'checksum'))
      ? 'checksum'
      : (propertyValue(item, 'rem-csum') ?? 'none') !== 'none'
        ? 'rem-csum'
        : undefined;
    if (!property) return [];
    return {
      placement: 'hardware',
      what: 'packets that the chip encapsulates have no checksum',
      primary: [property, 'not followed by the chip'],
    };
  }),
});
