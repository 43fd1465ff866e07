// Changes for which the switch chip, or every port of the bridge, goes down for a moment.

import { propertySpec } from '../../model/menus.ts';
import { altersAny, defineChangeRule } from '../planned.ts';

export const switchResetOnChange = defineChangeRule({
  id: 'l2/switch-reset-on-change',
  cost: 'M',

  matters: ({ network }) => network.chips.length > 0 || network.bridges.size > 0,
  // The settings are marked in the menu tables; a bridge that is new has no ports yet that could go down, and L2MTU has
  // a rule of its own.
  isMeant(change) {
    const resets = ({ name }: { readonly name: string }) =>
      name !== 'l2mtu' && propertySpec(change.menu, name)?.disruption === 'switch-reset';
    return altersAny(
      change,
      change.properties.filter(resets).map(({ name }) => name),
    );
  },
  what: (count) =>
    count === 1
      ? 'all switch ports go down for a moment during one change'
      : `all switch ports go down for a moment, up to ${count} times`,
});
