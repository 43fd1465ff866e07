// How many paths of one route the chip uses: as many next hops come into use.

import { driver, host, wait } from '../common-steps.ts';
import type { Question } from '../question.ts';

const gateways = Array.from({ length: 16 }, (_, index) => `198.18.1.1${index + 1}`).join();

export const ecmpWidth: Question = {
  id: 'ecmp-width',
  asks: 'How many paths of one route does the chip use?',
  settles: { facts: ['l3.ecmp-paths'] },
  needs: 'cable',
  where: { since: '7.10', chip: 'l3.offload' },
  offload: 4,
  disturbs: 'a scratch port has an address, sixteen neighbours and a route',
  seconds: 8,
  steps: {
    address: { add: '/ip/address', set: { address: '198.18.1.3/24', interface: '{near}' } },
    neighbours: { ...host('198.18.1.1{n}'), times: 16 },
    wait,
    before: driver,
    route: { add: '/ip/route', set: { 'dst-address': '198.18.3.0/24', gateway: gateways } },
    again: wait,
    after: driver,
    active: { print: '/ip/route', properties: ['active', 'hw-offloaded'], query: ['dst-address=198.18.3.0/24'] },
  },
  unclear: [
    { when: [{ of: 'active', property: 'active', on: 'none' }], reason: 'the route is not active: is there a link?' },
  ],
  conclusions: [
    {
      when: [{ of: 'after', counter: 'nexthop-usage', since: 'before', atLeast: 16 }],
      says: 'the chip uses all of 16 paths',
    },
    {
      when: [{ of: 'after', counter: 'nexthop-usage', since: 'before', atLeast: 1 }],
      says: 'the chip uses {l3.ecmp-paths} of 16 paths',
      facts: { 'l3.ecmp-paths': { of: 'after', number: 'nexthop-usage', since: 'before' } },
    },
    {
      when: [{ of: 'after', counter: 'nexthop-usage', since: 'before', atMost: 0 }],
      says: 'a route with 16 paths takes no next hop of the chip',
    },
  ],
};
