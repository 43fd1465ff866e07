// Whether IPsec policies meet what the chip routes.

import { routedQuestion } from '../routed-question.ts';

export const ipsecPastChip = routedQuestion({
  id: 'ipsec-past-chip',
  asks: 'Do IPsec policies meet what the chip routes?',
  settles: { codes: ['firewall/ipsec-bypassed-by-l3hw'] },
  disturbs: 'an IPsec policy discards what goes between networks for measurements',
  beyond: 'path',
  tested: {
    policy: {
      add: '/ip/ipsec/policy',
      set: { 'src-address': '198.18.0.0/24', 'dst-address': '198.18.2.0/23', action: 'discard' },
    },
  },
  isPolicy: true,
  chip: { says: 'what the chip routes goes past IPsec policies, which discard what the CPU routes' },
  lost: { says: 'IPsec policies discard also what the chip would route' },
});
