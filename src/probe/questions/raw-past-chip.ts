// Whether raw rules meet what the chip routes.

import { routedQuestion } from '../routed-question.ts';

export const rawPastChip = routedQuestion({
  id: 'raw-past-chip',
  asks: 'Do raw rules of the firewall meet what the chip routes?',
  settles: { codes: ['firewall/raw-bypassed-by-l3hw'] },
  disturbs: 'a firewall rule drops what enters by a scratch port',
  beyond: 'path',
  tested: {
    rule: {
      add: '/ip/firewall/raw',
      set: { chain: 'prerouting', 'in-interface': '{far}', action: 'drop' },
    },
  },
  isPolicy: true,
  chip: { says: 'what the chip routes goes past raw rules, which drop what the CPU routes' },
  lost: { says: 'raw rules drop also what the chip would route' },
});
