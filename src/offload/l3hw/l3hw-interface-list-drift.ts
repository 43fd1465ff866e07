// Ports of one interface list with different L3HW flags: the list is no property of the chip, the flags are.

import { itemsOf, propertyValue } from '../../model/config.ts';
import { flaggedOff } from '../held.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const l3hwInterfaceListDrift = defineRule({
  id: 'l3hw/l3hw-interface-list-drift',
  cost: 'M',

  check: ofRoutingChip(({ config, network }) => {
    // Whom RouterOS's own lists (`all`, `static`) hold is nobody's choice.
    const lists = itemsOf(config, '/interface/list').filter(({ state }) => state?.get('builtin') !== 'true');
    return lists.flatMap((list) => {
      const name = propertyValue(list, 'name') ?? list.key;
      const members = [...network.interfaceListMembers(name)].flatMap((member) => network.ports.get(member) ?? []);
      const ports = members.filter((port) => port.switch === network.offload?.switch);
      if (ports.every(({ l3Offload }) => l3Offload === false)) return [];
      return flaggedOff(ports).map(({ item, name: port }) => ({
        subject: item,
        placement: 'partial' as const,
        what: `ports of list \`${name}\` differ in their L3HW flag`,
        primary: ['l3-hw-offloading', `off for \`${port}\`, on for other members of \`${name}\``],
        related: [[list, 'name', 'one list']],
      }));
    });
  }),
});
