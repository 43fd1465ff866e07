// A port that carries VLANs with and without hardware routing has to keep its own flag on.

import type { Network, PhysicalPort } from '../../forwarding/network/network.ts';
import { routeInHardware } from '../fix.ts';
import { flaggedOff } from '../held.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const l3hwMixedVlanPort = defineRule({
  id: 'l3hw/l3hw-mixed-vlan-port',
  cost: 'H',

  check: ofRoutingChip(({ network }) => {
    const fact = network.offload?.switch.fact('l3.vlan-flag');
    if (fact?.value === false) return [];
    return flaggedOff([...network.ports.values()]).flatMap(({ item: flag, port }) => {
      const carried = carriedVlans(network, port);
      const off = carried.filter(({ l3Offload }) => !l3Offload);
      const on = carried.filter(({ l3Offload }) => l3Offload);
      if (off.length === 0 || on.length === 0) return [];
      return {
        subject: flag,
        affects: on.map(({ item }) => item),
        placement: fact ? 'cpu' : 'unknown',
        what: `VLANs that \`${port.name}\` carries are meant for hardware, but the flag of the port keeps them on the CPU`,
        primary: ['l3-hw-offloading', 'also holds for the VLANs that are meant for hardware'],
        related: on.map(({ item, name }) => [item, 'name', `\`${name}\` is meant for hardware`]),
        fix: ['leave the difference to the VLANs', routeInHardware('yes', 'port', port.name)],
      };
    });
  }),
});

function carriedVlans(network: Network, port: PhysicalPort) {
  return [...network.vlanInterfaces.values()].filter(
    ({ name, parentKind }) => parentKind === 'bridge' && network.portsBelow(name).includes(port),
  );
}
