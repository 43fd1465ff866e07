// A port that does not hang on the routing chip, bridged together with ports that do.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { entriesInto } from '../../forwarding/network/attachments.ts';
import type { Network } from '../../forwarding/network/network.ts';
import { portsBesideChip } from '../bridge-offload.ts';
import { word } from '../fix.ts';
import { aboutEach, defineRule, routed, type WrittenFix } from '../rule.ts';

export const nonSwitchPortInL3hw = defineRule({
  id: 'l3hw/non-switch-port-in-l3hw',
  cost: 'H',
  implies: ['l2/multi-chip-bridge'],

  check: aboutEach(routed(portsBesideChip('l3hw/non-switch-port-in-l3hw')), ({ bridge, port }, { network, target }) => {
    const { switch: chip, name } = network.ports.get(port.interface) ?? {};
    if (name === undefined) return []; // A bond of such ports is `bond-foreign-slave`.
    return {
      affects: [bridge.item],
      placement: 'unpredictable',
      // Some models leave the factory this way, and work as long as nobody routes to hosts behind the port.
      ...(target.fact('default-bridge.off-chip-port')?.value === true && { cost: 'M' }),
      what: `hosts behind \`${name}\` may not reach VLANs that the chip routes: the port is not on the chip`,
      primary: ['interface', chip ? `on ${chip.chip}, not on ${network.offload?.switch.chip}` : 'wired to the CPU'],
      fix: outOfBridge(network, name),
    };
  }),
});

/** Whoever manages the device through the port would be cut off by a command that takes it away from its addresses. */
function outOfBridge(network: Network, port: string): WrittenFix {
  const reached = allEnds(network).find(({ name }) => entriesInto(network, name).some((entry) => entry.name === port));
  if (reached === undefined)
    return ['take the port out of the bridge', `/interface/bridge/port remove [find interface=${word(port)}]`];
  return `give \`${port}\` an address of its own and take it out of the bridge, in a session that does not come by it: the addresses of \`${reached.name}\` are no longer reached there`;
}
