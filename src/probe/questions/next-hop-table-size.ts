// How many next hops fit.

import { tableQuestion } from '../table-question.ts';

export const nextHopTableSize = tableQuestion({
  id: 'next-hop-table-size',
  asks: 'How many next hops come into use before the table is full?',
  size: 'l3.next-hops',
  most: 8192,
  seconds: 40,
  before: { address: { add: '/ip/address', set: { address: '198.18.128.1/17', interface: '{near}' } } },
  rows: { fill: '/ip/route', set: { 'dst-address': '{host}/32', gateway: '{gateway}' }, counts: ['nexthop-usage'] },
  conclusions: [
    {
      when: [{ of: 'rows', filled: 'flagged' }],
      says: '{l3.next-hops} next hops come into use',
      facts: { 'l3.next-hops': { of: 'rows', taken: true } },
    },
  ],
});
