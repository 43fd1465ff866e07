// Routing protocols: their packets are for the device itself, and reach its CPU.

import { speakers } from '../../forwarding/routing/expected-routes.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

export const broadcastMulticastLocalCpu = defineRule({
  id: 'route/broadcast-multicast-local-cpu',
  cost: 'i',
  datapath: 'input',
  summary: 'Packets for the device itself reach its CPU, with or without L3 offloading',
  why: 'The input chain applies to them, and switch rules are tried before. A switch rule that drops them takes the routing protocol down.',
  remedy: 'Permit the protocol before any deny among the switch rules, and limit its rate there.',

  check: aboutEach(routed(speakers), ({ menu }) => ({
    placement: 'hardware',
    what: 'packets of routing protocols reach the CPU; switch rules are tried first',
    primary: [menu === '/routing/bgp/connection' ? 'remote.address' : 'interfaces', 'for the device itself'],
  })),
});
