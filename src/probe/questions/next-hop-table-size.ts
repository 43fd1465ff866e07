// How many next hops fit.

import type { Question } from '../question.ts';
import { routeSources } from '../route-sources.ts';

export const nextHopTableSize: Question = {
  id: 'next-hop-table-size',
  asks: 'How many next hops come into use before the table is full?',
  settles: { facts: ['l3.next-hops'] },
  needs: 'cable',
  where: { since: '7.10', chip: 'l3.next-hops', most: 8192 },
  offload: 4,
  alone: routeSources,
  disturbs: 'thousands of rows lead to networks for measurements',
  beyond: 'full',
  seconds: 40,
  steps: {
    address: { add: '/ip/address', set: { address: '198.18.128.1/17', interface: '{near}' } },
    rows: {
      fill: '/ip/route',
      set: { 'dst-address': '{host}/32', gateway: '{gateway}' },
      size: 'l3.next-hops',
      counts: ['nexthop-usage'],
    },
  },
  conclusions: [
    {
      when: [{ of: 'rows', filled: 'flagged' }],
      says: '{l3.next-hops} next hops come into use',
      facts: { 'l3.next-hops': { of: 'rows', taken: true } },
    },
    { when: [{ of: 'rows', filled: 'refused' }], says: 'the device refuses further rows before the chip is full' },
  ],
};
