// Whether the chip holds hosts that are written into the ARP table.

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
    wait: { waitMs: 2000 },
    before: { monitor: '/interface/ethernet/switch/l3hw-settings/monitor' },
    hosts: {
      add: '/ip/arp',
      set: { address: '{host}', interface: '{near}', 'mac-address': '02:00:00:00:00:03' },
      times: 100,
    },
    again: { waitMs: 2000 },
    after: { monitor: '/interface/ethernet/switch/l3hw-settings/monitor' },
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
