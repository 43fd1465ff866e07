// Checksum settings that the chip does not follow.

import { offloadableVxlans } from '../../forwarding/legs/vxlan.ts';
import { isYes, propertyValue } from '../../model/config.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const vxlanChecksumIgnored = defineRule({
  id: 'vxlan/vxlan-checksum-ignored',
  cost: 'L',
  facts: ['l3.vxlan'],
  summary: 'The chip sends VXLAN with a checksum of zero, whatever is set',
  why: 'A far end that insists on the checksum drops the packets.',
  remedy: 'Leave `checksum=no` and `rem-csum=none`.',

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
