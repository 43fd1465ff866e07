// A VLAN interface whose kind of tag the bridge does not filter.

import { filtersService, taggedForService } from '../../forwarding/legs/l3-leg.ts';
import { aboutEach, defineRule, vlans } from '../rule.ts';

export const serviceTagMismatch = defineRule({
  id: 'l3hw/service-tag-mismatch',
  cost: 'M',

  check: aboutEach(vlans, ({ name, item, parent, vid }, { network }) => {
    const bridge = network.bridges.get(parent);
    if (!bridge?.vlanFiltering) return [];
    const usesService = taggedForService(item);
    if (usesService === filtersService(bridge)) return [];
    // A customer-tagged interface on an S-tag bridge may carry customer VLANs through; it clashes where the bridge
    // filters its VID.
    if (!usesService && network.members(parent, vid).items.length === 0) return [];
    const [property, own, other] = usesService
      ? ['use-service-tag', 'service', 'customer']
      : ['vlan-id', 'customer', 'service'];
    const wanted = usesService ? 'no' : 'yes';
    return {
      placement: 'dropped',
      what: `\`${name}\` does not work: its tags are not the kind that \`${parent}\` filters`,
      primary: [property, `${own} tags`],
      related: [[bridge.item, 'ether-type', `filters ${other} tags`]],
      fix: { set: 'use-service-tag', to: wanted, title: 'use the kind of tag that the bridge filters' },
    };
  }),
});
