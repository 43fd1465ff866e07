// Fast-forward asked for on a bridge that a switch chip serves.

import { type Item, isYes, propertyValue } from '../../model/config.ts';
import { propertySpec } from '../../model/menus.ts';
import { isUsual } from '../../model/values.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';

export const fastForwardWithHw = defineRule({
  id: 'l2/fast-forward-with-hw',
  cost: 'i',

  check: aboutEach(bridges, ({ item, name, switches }) => {
    if (switches.length === 0 || !isYes(propertyValue(item, 'fast-forward')) || isVerbose(item)) return [];
    return {
      placement: 'hardware',
      what: `\`fast-forward\` has no effect on \`${name}\`: the switch chip forwards`,
      primary: ['fast-forward', 'not used with hardware offloading'],
    };
  }),
});

/** More of what RouterOS does anyhow than somebody writes by hand: `export verbose` asks for nothing by it. */
const defaultsByHand = 4;

function isVerbose({ menu, properties }: Item): boolean {
  const usual = [...properties].filter(([name, { value }]) => isUsual(propertySpec(menu, name), value));
  return usual.length > defaultsByHand;
}
