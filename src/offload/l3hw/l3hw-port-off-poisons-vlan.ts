// One member port without the L3HW flag takes the whole VLAN off the chip.

import { routeInHardware } from '../fix.ts';
import { endsHeldBy, flaggedOff, portsOfRoutingChip } from '../held.ts';
import { defineRule } from '../rule.ts';

export const l3hwPortOffPoisonsVlan = defineRule({
  id: 'l3hw/l3hw-port-off-poisons-vlan',
  cost: 'H',
  implies: ['l3hw/l3hw-port-off'],

  check({ network }) {
    const fact = network.offload?.switch.fact('l3.vlan-flag');
    // `l3hw-all-ports-off` is the cause.
    if (portsOfRoutingChip(network).every(({ l3Offload }) => l3Offload === false)) return [];
    return endsHeldBy(network, 'l3hw/l3hw-port-off-poisons-vlan').flatMap(({ name, leg, interface: owner }) => {
      if (!owner.item) return [];
      const flags = flaggedOff(leg.off);
      const [first, ...rest] = flags;
      if (!first) return [];
      return {
        subject: owner.item,
        what: `all of \`${name}\` is routed by the CPU: a member port has its L3HW flag off`,
        primary: [first.item, 'l3-hw-offloading', `\`${first.name}\` is a member of \`${name}\``],
        related: [
          ...rest.map((each) => [each.item, 'l3-hw-offloading', `\`${each.name}\` is a member too`] as const),
          [owner.item, 'name', 'loses hardware routing'],
        ],
        ...(fact && { evidence: [fact.says('hardware routing is decided per VLAN interface')] }),
        fix: [
          'leave the flag of the port on, and take single VLANs off with their own flag',
          ...flags.map((each) => routeInHardware('yes', 'port', each.name)),
        ],
      };
    });
  },
});
