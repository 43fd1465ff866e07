// More VRFs than the chip has tables.

import { vrfsOnChip } from '../../forwarding/paths/side.ts';
import { defineRule, restingOn } from '../rule.ts';

export const vrfTableCap = defineRule({
  id: 'route/vrf-table-cap',
  cost: 'L',

  check({ network }) {
    const chip = network.offload?.switch;
    if (chip?.fact('l3.vrf')?.value === false) return [];
    const tables = chip?.fact('l3.vrf-tables');
    const vrfs = vrfsOnChip(network);
    if (!chip || vrfs.length < 2 || (tables && (tables.value === 0 || vrfs.length <= tables.value))) return [];
    return vrfs.slice(tables?.value ?? vrfs.length - 1).map(({ item, name }) =>
      restingOn(tables, 'how many VRFs this chip holds', {
        subject: item,
        what: `${vrfs.length} VRFs do not fit the ${tables?.value} tables of the chip`,
        primary: ['name', `\`${name}\` may not be in hardware`],
        says: `the chip has ${tables?.value} VRF tables`,
      }),
    );
  },
});
