// How many routes fit, and which of them stay outside.

import type { Condition, Question } from '../question.ts';
import { routeSources } from '../route-sources.ts';

/** Where IPv6 is routed in hardware, its routes take room of the same table. */
const ofIpv4Alone: Condition = { of: 'full', property: 'ipv6-routes-hw', on: 'none' };

export const routeTableSize: Question = {
  id: 'route-table-size',
  asks: 'How many routes does the chip hold, and does it leave out the shortest?',
  settles: { facts: ['l3.routes.ipv4'], codes: ['route/bgp-feed-without-suppress'] },
  needs: 'cable',
  where: { since: '7.10', chip: 'l3.routes.ipv4', most: 16_384 },
  offload: 4,
  alone: routeSources,
  disturbs: 'thousands of rows lead to networks for measurements',
  beyond: 'full',
  seconds: 90,
  steps: {
    address: { add: '/ip/address', set: { address: '198.18.1.3/24', interface: '{near}' } },
    neighbour: {
      add: '/ip/arp',
      set: { address: '198.18.1.2', interface: '{near}', 'mac-address': '02:00:00:00:00:03' },
    },
    short: { add: '/ip/route', set: { 'dst-address': '198.18.64.0/19', gateway: '198.18.1.2' } },
    rows: {
      fill: '/ip/route',
      set: { 'dst-address': '{host}/32', gateway: '198.18.1.2' },
      size: 'l3.routes.ipv4',
      counts: ['ipv4-routes-hw', 'ipv4-hosts'],
    },
    full: { monitor: '/interface/ethernet/switch/l3hw-settings/monitor' },
  },
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
    { when: [{ of: 'rows', filled: 'refused' }], says: 'the device refuses further rows before the chip is full' },
  ],
};
