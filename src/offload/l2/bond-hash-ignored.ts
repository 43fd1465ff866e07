// A hash policy on a bond that a switch chip serves: the chip has its own.

import { propertyValue } from '../../model/config.ts';
import { bondUse } from '../bond-use.ts';
import { aboutEach, bonds, defineRule } from '../rule.ts';

export const bondHashIgnored = defineRule({
  id: 'l2/bond-hash-ignored',
  cost: 'L',

  check: aboutEach(bonds, (bond, { network }) => {
    const isHashed = bond.mode === '802.3ad' || bond.mode === 'balance-xor';
    // The default asks for nothing, also where `export verbose` writes it out.
    if (!isHashed || (propertyValue(bond.item, 'transmit-hash-policy') ?? 'layer-2') === 'layer-2') return [];
    if (bond.hardware === undefined || !bondUse(network, bond)) return [];
    return {
      placement: bond.switch ? 'hardware' : 'unknown',
      what: 'the hash policy of hardware bonds has no effect on what the chip forwards',
      primary: ['transmit-hash-policy', 'the chip uses its own'],
    };
  }),
});
