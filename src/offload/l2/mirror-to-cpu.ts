// Copies of packets for the CPU: as many as the ports bring.

import { breadthOf } from '../../forwarding/acl/switch-rule-effects.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import type { Switch } from '../../profile/target.ts';
import { setNamed } from '../fix.ts';
import { mirrorSources } from '../mirror-sources.ts';
import { aboutEach, defineRule } from '../rule.ts';
import { chipRows } from '../switch-rules.ts';

export const mirrorToCpu = defineRule({
  id: 'l2/mirror-to-cpu',
  cost: 'M',
  implies: ['acl/acl-copy-to-cpu'],

  check: aboutEach(rowsAndRules, ({ item, chip }, { network }) => {
    const isFed = chip !== undefined && mirrorSources(network, chip, item).some(({ hasOwnTarget }) => !hasOwnTarget);
    if (propertyValue(item, 'mirror-target') === 'cpu' && isFed) {
      return {
        placement: 'hardware',
        what: 'the CPU gets a copy of every mirrored packet',
        primary: ['mirror-target', 'the CPU is the target'],
        fix: ['mirror to a port', setNamed('/interface/ethernet/switch', item.key, 'mirror-target=<a port>')],
      };
    }
    if (!isYes(propertyValue(item, 'copy-to-cpu')) || !isBroad(item)) return [];
    return {
      placement: 'hardware',
      what: 'the CPU gets a copy of all packets of whole ports',
      primary: ['copy-to-cpu', 'a rule without a match of its own'],
    };
  }),
});

function rowsAndRules(network: Network): readonly { readonly item: Item; readonly chip?: Switch }[] {
  const rules = enabledItemsOf(network.config, '/interface/ethernet/switch/rule');
  return [...chipRows(network), ...rules.map((item) => ({ item }))];
}

/** Says nothing about packets but their ports, or that they are IP. */
function isBroad(rule: Item): boolean {
  return !['service', 'addresses'].includes(breadthOf(rule)) && !rule.properties.has('vlan-id');
}
