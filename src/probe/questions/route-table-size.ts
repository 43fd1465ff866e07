// How many routes fit, and which of them stay outside.

import { driver, host } from '../common-steps.ts';
import type { Condition } from '../question.ts';
import { tableQuestion } from '../table-question.ts';

/** Where IPv6 is routed in hardware, its routes take room of the same table. */
const ofIpv4Alone: Condition = { of: 'full', property: 'ipv6-routes-hw', on: 'none' };

export const routeTableSize = tableQuestion({
  id: 'route-table-size',
  asks: 'How many routes does the chip hold, and does it leave out the shortest?',
  size: 'l3.routes.ipv4',
  codes: ['route/bgp-feed-without-suppress'],
  most: 16_384,
  seconds: 90,
  before: {
    address: { add: '/ip/address', set: { address: '198.18.1.3/24', interface: '{near}' } },
    neighbour: host('198.18.1.2'),
    short: { add: '/ip/route', set: { 'dst-address': '198.18.64.0/19', gateway: '198.18.1.2' } },
  },
  rows: {
    fill: '/ip/route',
    set: { 'dst-address': '{host}/32', gateway: '198.18.1.2' },
    counts: ['ipv4-routes-hw', 'ipv4-hosts'],
  },
  after: { full: driver },
  conclusions: [
    {
      when: [
        { of: 'rows', filled: 'flagged' },
        { of: 'full', property: 'ipv4-shortest-hw-prefix', among: ['32'] },
        ofIpv4Alone,
      ],
      says: 'the chip holds {l3.routes.ipv4} routes and hosts together, and leaves out shorter prefixes first',
      facts: { 'l3.routes.ipv4': { of: 'rows', taken: true } },
    },
    {
      when: [{ of: 'rows', filled: 'flagged' }, ofIpv4Alone],
      says: 'the chip holds {l3.routes.ipv4} routes and hosts together, and leaves out others than the shortest',
      facts: { 'l3.routes.ipv4': { of: 'rows', taken: true } },
    },
    {
      when: [
        { of: 'rows', filled: 'flagged' },
        { of: 'full', property: 'ipv4-shortest-hw-prefix', among: ['32'] },
      ],
      says: 'beside routes of IPv6, which share the table, the chip leaves out shorter prefixes first',
    },
    {
      when: [{ of: 'rows', filled: 'flagged' }],
      says: 'beside routes of IPv6, which share the table, the chip leaves out others than the shortest',
    },
  ],
});
