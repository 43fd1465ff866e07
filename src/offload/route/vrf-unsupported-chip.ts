// VRFs on a chip that knows one routing table only.

import { legOf } from '../../forwarding/legs/leg.ts';
import { routeInHardware } from '../fix.ts';
import { defineVrfRule } from '../vrf.ts';

export const vrfUnsupportedChip = defineVrfRule({
  id: 'route/vrf-unsupported-chip',
  cost: 'C',
  summary: 'A chip without VRF tables cannot keep VRFs apart',
  why: 'The chip holds the main table only. Traffic of the VRF takes the CPU at best; the vendor warned that packets may be routed by the main table instead.',
  remedy: 'Take the ports of the VRF off hardware routing on both sides, or use a device whose chip routes in VRFs.',

  what: 'the chip knows no VRFs: their traffic may be routed by the main table',
  open: 'it is not documented whether this chip routes in VRFs',

  known({ interfaces }, network, chip) {
    const ports = interfaces.flatMap((name) => {
      const leg = legOf(network, name, 4);
      return leg.reason ? [] : leg.on.map((port) => port.name);
    });
    const fact = chip.fact('l3.vrf-tables') ?? chip.fact('l3.vrf');
    return {
      evidence: fact ? [fact.says('the chip has no VRF tables')] : [],
      fix: [
        'take the ports of the VRF off hardware routing',
        ...[...new Set(ports)].map((port) => routeInHardware('no', 'port', port)),
      ],
    };
  },
});
