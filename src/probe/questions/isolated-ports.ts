// Whether isolated ports are kept apart also by what the chip routes.

import { routedQuestion } from '../routed-question.ts';

export const isolatedPorts = routedQuestion({
  id: 'isolated-ports',
  asks: 'Does the isolation of ports hold also for packets that the chip routes?',
  settles: { codes: ['l2/port-isolation-scope'] },
  disturbs: 'a scratch port may send to itself alone, and frames go from it to the other',
  beyond: 'pause',
  tested: {
    isolated: {
      setPort: '/interface/ethernet/switch/port-isolation',
      port: '{far}',
      property: 'forwarding-override',
      value: '{far}',
    },
  },
  chip: { says: 'the chip routes between ports that are isolated from each other' },
  cpu: { says: 'the CPU routes between ports that are isolated from each other' },
  lost: { says: 'the isolation of ports holds also for what the chip routes' },
});
