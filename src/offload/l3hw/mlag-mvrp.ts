// MVRP on an MLAG pair: VLANs that one half learns are unknown to the other.

import { isYes, propertyValue } from '../../model/config.ts';
import { excludedBy } from '../held.ts';
import { aboutEach, bridges, defineRule } from '../rule.ts';

export const mlagMvrp = defineRule({
  id: 'l3hw/mlag-mvrp',
  cost: 'M',
  datapath: 'l2-switching',

  check: aboutEach(bridges, ({ item, name }, { network }) => {
    const [mlag] = excludedBy(network, 'l3hw/mlag-with-l3hw');
    if (!mlag || !isYes(propertyValue(item, 'mvrp'))) return [];
    return {
      placement: 'dropped',
      what: `VLANs that MVRP adds to \`${name}\` are missing on the MLAG peer`,
      primary: ['mvrp', 'learned VLANs are not synchronised'],
      related: [[mlag.item, mlag.property, 'switches MLAG on']],
      fix: { set: 'mvrp', to: 'no', title: 'switch MVRP off' },
    };
  }),
});
