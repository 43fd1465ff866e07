// How many hosts fit.

import type { Question } from '../question.ts';
import { routeSources } from '../route-sources.ts';

export const hostTableSize: Question = {
  id: 'host-table-size',
  asks: 'How many hosts does the chip hold?',
  settles: { facts: ['l3.hosts.ipv4'] },
  needs: 'cable',
  where: { since: '7.10', chip: 'l3.hosts.ipv4', most: 16_384 },
  offload: 4,
  alone: routeSources,
  disturbs: 'thousands of rows lead to networks for measurements',
  beyond: 'full',
  seconds: 90,
  steps: {
    address: { add: '/ip/address', set: { address: '198.19.0.1/16', interface: '{near}' } },
    rows: {
      fill: '/ip/arp',
      set: { address: '{host}', interface: '{near}', 'mac-address': '02:00:00:00:00:03' },
      size: 'l3.hosts.ipv4',
      counts: ['ipv4-hosts'],
    },
  },
  conclusions: [
    {
      when: [{ of: 'rows', filled: 'flagged' }],
      says: 'the chip holds {l3.hosts.ipv4} hosts',
      facts: { 'l3.hosts.ipv4': { of: 'rows', taken: true } },
    },
    { when: [{ of: 'rows', filled: 'refused' }], says: 'the device refuses further rows before the chip is full' },
  ],
};
