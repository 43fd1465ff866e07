// How many hosts fit.

import { host } from '../common-steps.ts';
import { tableQuestion } from '../table-question.ts';

export const hostTableSize = tableQuestion({
  id: 'host-table-size',
  asks: 'How many hosts does the chip hold?',
  size: 'l3.hosts.ipv4',
  most: 16_384,
  seconds: 90,
  before: { address: { add: '/ip/address', set: { address: '198.19.0.1/16', interface: '{near}' } } },
  rows: { fill: '/ip/arp', set: host('{host}').set, counts: ['ipv4-hosts'] },
  conclusions: [
    {
      when: [{ of: 'rows', filled: 'flagged' }],
      says: 'the chip holds {l3.hosts.ipv4} hosts',
      facts: { 'l3.hosts.ipv4': { of: 'rows', taken: true } },
    },
  ],
});
