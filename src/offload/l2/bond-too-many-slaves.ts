// Bonds with more slaves than the switch chip takes.

import { chipOfSlaves, modeStop, slavesStop } from '../../forwarding/network/ports.ts';
import { bondUse } from '../bond-use.ts';
import { aboutEach, bonds, defineRule, restingOn } from '../rule.ts';

export const bondTooManySlaves = defineRule({
  id: 'l2/bond-too-many-slaves',
  cost: 'M',

  check: aboutEach(bonds, (bond, { network }) => {
    const chip = chipOfSlaves(bond, network.ports);
    const stop = chip && slavesStop(bond, chip);
    // A chip that switches no bond of this mode has a rule of its own.
    if (!stop || modeStop(bond, chip)?.known || !bondUse(network, bond)) return [];
    const most = stop.known?.value;
    return restingOn(stop.known, 'how many slaves a bond of this chip can have', {
      what: `bond \`${bond.name}\` is left to the CPU: the chip takes ${most} slaves`,
      primary: ['slaves', `${bond.slaves.length} slaves`],
      says: `a bond of ${chip.chip} has up to ${most} slaves`,
    });
  }),
});
