// Controller bridge and port extender, which newer RouterOS versions no longer have.

import { isAtLeastVersion } from '../../model/version.ts';
import { aboutEach, defineRule, itemsIn } from '../rule.ts';

const extending = itemsIn('/interface/bridge/port-controller', '/interface/bridge/port-extender');

/** The first version without these menus. */
const removed = '7.18';

export const controllerBridgeExtender = defineRule({
  id: 'l2/controller-bridge-extender',
  cost: 'M',

  check: aboutEach(extending, ({ menu, properties }, { target }) => {
    if (properties.size === 0 || !isAtLeastVersion(target.routeros, removed)) return [];
    return {
      placement: 'dropped',
      what: `RouterOS ${target.routeros.text} has no controller bridge: the import stops here`,
      primary: [undefined, `${menu} is gone since ${removed}`],
    };
  }),
});
