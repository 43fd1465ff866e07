// Routing protocols: their packets are for the device itself, and reach its CPU.

import { aboutEach, defineRule, routed, rowsOf } from '../rule.ts';

const rows = rowsOf(
  ['/routing/ospf/interface-template', 'interfaces'],
  ['/routing/bgp/connection', 'remote.address'],
  ['/routing/rip/interface-template', 'interfaces'],
);

export const broadcastMulticastLocalCpu = defineRule({
  id: 'route/broadcast-multicast-local-cpu',
  cost: 'i',
  datapath: 'input',
  summary: 'Packets for the device itself reach its CPU, with or without L3 offloading',
  why: 'The input chain applies to them, and switch rules are tried before. A switch rule that drops them takes the routing protocol down.',
  remedy: 'Permit the protocol before any deny among the switch rules, and limit its rate there.',

  check: aboutEach(routed(rows), ([, property]) => ({
    placement: 'hardware',
    what: 'packets of routing protocols reach the CPU; switch rules are tried first',
    primary: [property, 'for the device itself'],
  })),
});
