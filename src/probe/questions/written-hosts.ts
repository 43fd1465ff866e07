// Whether the chip holds hosts that are written into the ARP table.

import { driver, host, wait } from '../common-steps.ts';
import type { Question } from '../question.ts';

export const writtenHosts: Question = {
  id: 'written-hosts',
  asks: 'Does the chip hold hosts that nobody has heard, but that stand in the ARP table?',
  settles: { codes: ['route/arp-mode-nonlearning'] },
  needs: 'cable',
  where: { since: '7.10', chip: 'l3.offload' },
  offload: 4,
  disturbs: 'a scratch port has an address and 100 neighbours',
  seconds: 8,
  steps: {
    address: { add: '/ip/address', set: { address: '198.19.0.1/16', interface: '{near}' } },
    wait,
    before: driver,
    hosts: { ...host('{host}'), times: 100 },
    again: wait,
    after: driver,
  },
  conclusions: [
    {
      when: [{ of: 'after', counter: 'ipv4-hosts', since: 'before', atLeast: 90 }],
      says: 'the chip holds hosts that are written into the ARP table',
    },
    {
      when: [{ of: 'after', counter: 'ipv4-hosts', since: 'before', atMost: 10 }],
      says: 'the chip holds no hosts that are written into the ARP table',
    },
  ],
};
