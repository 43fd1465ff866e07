// VXLAN on a chip, or in a RouterOS version, that cannot encapsulate.

import { vxlansOf } from '../../forwarding/legs/vxlan.ts';
import { aboutEach, defineRule, restingOn } from '../rule.ts';

export const vxlanUnsupported = defineRule({
  id: 'vxlan/vxlan-unsupported',
  cost: 'H',

  check: aboutEach(vxlansOf, ({ item, bridge }, { network, target }) => {
    const chip = network.offload?.switch;
    const fact = chip?.fact('l3.vxlan');
    if (!chip || fact?.value === true) return [];
    return restingOn(fact, 'whether this chip encapsulates VXLAN', {
      affects: bridge ? [bridge.item] : [],
      what: `VXLAN is done by the CPU: ${chip.chip} does not encapsulate in RouterOS ${target.routeros.text}`,
      primary: [item.properties.has('vni') ? 'vni' : 'name', 'packed and unpacked by the CPU'],
      says: `${chip.chip} does not encapsulate VXLAN in this RouterOS version`,
    });
  }),
});
