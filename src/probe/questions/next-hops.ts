// How many next hops the chip holds, which its driver prints. Source: manual, l3-hardware-offloading, "Monitor".

import type { Question } from '../question.ts';

export const nextHops: Question = {
  id: 'next-hops',
  asks: 'How many next hops does the chip hold?',
  settles: { facts: ['l3.next-hops'] },
  needs: 'reading',
  where: { since: '7.10', chip: 'l3.offload' },
  seconds: 1,
  steps: { driver: { monitor: '/interface/ethernet/switch/l3hw-settings/monitor' } },
  conclusions: [
    {
      when: [{ of: 'driver', property: 'nexthop-cap', on: 'every' }],
      says: 'the chip holds {l3.next-hops} next hops',
      facts: { 'l3.next-hops': { of: 'driver', number: 'nexthop-cap' } },
    },
  ],
};
