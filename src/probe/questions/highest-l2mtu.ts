// The highest L2MTU of the ports. Source: manual, mtu-in-routeros: `max-l2mtu` of /interface.

import type { Question } from '../question.ts';

export const highestL2mtu: Question = {
  id: 'highest-l2mtu',
  asks: 'What is the highest L2MTU of the ports?',
  settles: { facts: ['l2mtu.max'] },
  needs: 'reading',
  seconds: 1,
  steps: { ports: { print: '/interface', properties: ['default-name', 'max-l2mtu'], query: ['type=ether'] } },
  conclusions: [
    {
      when: [{ of: 'ports', property: 'max-l2mtu', on: 'every' }],
      says: 'the highest L2MTU of a port is {l2mtu.max}',
      facts: { 'l2mtu.max': { of: 'ports', largest: 'max-l2mtu' } },
    },
  ],
};
