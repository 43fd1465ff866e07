// A switch rule without ports: it holds for every port of the chip.

import { breadthOf, effectOf } from '../../forwarding/acl/switch-rule-effects.ts';
import { type Item, propertyValue } from '../../model/config.ts';
import { parsePrefix } from '../../model/prefix.ts';
import { aboutEach, type Cost, defineRule } from '../rule.ts';
import { rulesOfRoutingChip, tellingProperty } from '../switch-rules.ts';

const sourceMatchers = ['src-address', 'src-address6', 'src-mac-address', 'vlan-id'];

export const aclEmptyPortsAll = defineRule({
  id: 'acl/acl-empty-ports-all',
  cost: 'H',

  check: aboutEach(rulesOfRoutingChip, (item) => {
    const effect = effectOf(item);
    if (item.properties.has('ports') || (effect !== 'drop' && effect !== 'redirect-to-cpu')) return [];
    // A source, a service or one destination says well enough what is meant.
    const isNarrow =
      sourceMatchers.some((name) => item.properties.has(name)) || breadthOf(item) === 'service' || isForOne(item);
    const cost: Cost = isNarrow ? 'L' : 'H';
    return {
      placement: 'hardware',
      cost,
      what: isNarrow
        ? 'these switch rules hold for every port of the chip'
        : 'these switch rules take whole traffic at every port of the chip',
      primary: [tellingProperty(item), 'names no ports'],
    };
  }),
});

/** To one host, or one group, by its address or its MAC address. */
function isForOne(item: Item): boolean {
  const { family, length } =
    parsePrefix(propertyValue(item, 'dst-address') ?? propertyValue(item, 'dst-address6') ?? '') ?? {};
  return length === (family === 6 ? 128 : 32) || oneMac.test(propertyValue(item, 'dst-mac-address') ?? '');
}

const oneMac = /^[\da-f:]{17}(?:\/(?:ff:?){6})?$/i;
