// Changes of FastTrack rules: connections that are fast-tracked stay so.

import { isFasttrack } from '../../forwarding/firewall/fasttrack-rules.ts';
import { isEnabled } from '../../model/config.ts';
import { propertySpec } from '../../model/menus.ts';
import { defineChangeRule } from '../planned.ts';

export const fasttrackSticky = defineChangeRule({
  id: 'firewall/fasttrack-sticky',
  cost: 'M',

  // Adding a FastTrack rule takes nothing from the firewall that it had; one that was off has taken nothing either.
  isMeant({ menu, action, item, properties }) {
    if (!menus.has(menu) || !item || !isFasttrack(item) || !isEnabled(item)) return false;
    return action !== 'set' || properties.some(({ name }) => propertySpec(menu, name)?.offload !== 'neutral');
  },
  what: 'running connections stay fast-tracked after this change',
});

const menus: ReadonlySet<string> = new Set(['/ip/firewall/filter', '/ip/firewall/mangle', '/ipv6/firewall/filter']);
