// VRFs on a chip that knows one routing table only.

import { legOf } from '../../forwarding/leg.ts';
import { routeInHardware } from '../fix.ts';
import { defineRule } from '../rule.ts';
import { itemsOfVrf, vrfsOnChip } from '../vrf.ts';

export const vrfUnsupportedChip = defineRule({
  id: 'route/vrf-unsupported-chip',
  cost: 'C',
  facts: ['l3.vrf-tables'],
  summary: 'A chip without VRF tables cannot keep VRFs apart',
  why: 'The chip holds the main table only. Traffic of the VRF takes the CPU at best; the vendor warned that packets may be routed by the main table instead.',
  remedy: 'Take the ports of the VRF off hardware routing on both sides, or use a device whose chip routes in VRFs.',

  check({ network }) {
    const fact = network.offload?.switch.fact('l3.vrf-tables');
    if (fact && fact.value > 0) return [];
    return vrfsOnChip(network).map((vrf) => {
      const ports = vrf.interfaces.flatMap((name) => {
        const leg = legOf(network, name, 4);
        return leg.reason ? [] : leg.on.map((port) => port.name);
      });
      return {
        subject: vrf.item,
        affects: itemsOfVrf(network, vrf),
        placement: fact ? 'unpredictable' : 'unknown',
        what: fact
          ? 'the chip knows no VRFs: their traffic may be routed by the main table'
          : 'it is not documented whether this chip routes in VRFs',
        primary: ['interfaces', `\`${vrf.name}\` is entered in hardware`],
        ...(fact && {
          evidence: [fact.says('the chip has no VRF tables')],
          fix: [
            'take the ports of the VRF off hardware routing',
            ...[...new Set(ports)].map((port) => routeInHardware('no', 'port', port)),
          ],
        }),
      };
    });
  },
});
