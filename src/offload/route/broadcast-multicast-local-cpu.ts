// Routing protocols: their packets are for the device itself, and reach its CPU.

import { speakers } from '../../forwarding/routing/expected-routes.ts';
import { aboutEach, defineRule, routed } from '../rule.ts';

export const broadcastMulticastLocalCpu = defineRule({
  id: 'route/broadcast-multicast-local-cpu',
  cost: 'i',
  datapath: 'input',

  check: aboutEach(routed(speakers), ({ menu }) => ({
    placement: 'hardware',
    what: 'packets of routing protocols reach the CPU; switch rules are tried first',
    primary: [menu === '/routing/bgp/connection' ? 'remote.address' : 'interfaces', 'for the device itself'],
  })),
});
