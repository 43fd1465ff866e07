// A defect of some RouterOS versions: access ports with the L3HW flag lose layer 2 traffic.

import { portsWith } from '../bridge-offload.ts';
import { routeInHardware } from '../fix.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const f7kAccessPortFdbBug = defineRule({
  id: 'l3hw/f7k-access-port-fdb-bug',
  cost: 'H',
  datapath: 'l2-switching',

  check: aboutEach(portsWith('l3hw/f7k-access-port-fdb-bug'), ({ port, reason: { placement, cause } }) => ({
    placement,
    what:
      placement === 'unknown'
        ? 'it is not documented whether access ports of this chip lose layer 2 traffic in this RouterOS version'
        : 'access ports may lose layer 2 traffic in this RouterOS version',
    primary: ['interface', 'an access port with the L3HW flag on'],
    evidence: cause.evidence,
    fix: ['switch the flag off on access ports, and upgrade', routeInHardware('no', 'port', port.interface)],
  })),
});
