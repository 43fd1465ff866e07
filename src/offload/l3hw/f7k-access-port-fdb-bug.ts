// A defect of some RouterOS versions: access ports with the L3HW flag lose layer 2 traffic.

import { portsWith } from '../bridge-offload.ts';
import { routeInHardware } from '../fix.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const f7kAccessPortFdbBug = defineRule({
  id: 'l3hw/f7k-access-port-fdb-bug',
  cost: 'H',
  datapath: 'l2-switching',
  facts: ['l3.access-port-bug'],
  summary: 'On one chip family some RouterOS versions lose layer 2 traffic of access ports that have the L3HW flag',
  why: 'The forwarding database gets a second entry in an internal VLAN, and frames to hosts behind the port are lost.',
  remedy: 'Switch the flag off on pure access ports, and upgrade.',

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
