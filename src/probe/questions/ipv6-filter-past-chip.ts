// Whether IPv6 filter rules meet what the chip routes.

import { routedQuestion } from '../routed-question.ts';

export const ipv6FilterPastChip = routedQuestion({
  id: 'ipv6-filter-past-chip',
  asks: 'Do IPv6 filter rules meet what the chip routes?',
  settles: { codes: ['firewall/ipv6-firewall-bypassed'] },
  where: { chip: 'l3.ipv6', since: '7.18' },
  family: 6,
  disturbs: 'a firewall rule drops what enters by a scratch port',
  beyond: 'path',
  tested: {
    rule: { add: '/ipv6/firewall/filter', set: { chain: 'forward', 'in-interface': '{far}', action: 'drop' } },
  },
  isPolicy: true,
  chip: { says: 'what the chip routes of IPv6 goes past filter rules, which drop what the CPU routes' },
  lost: { says: 'IPv6 filter rules drop also what the chip would route' },
});
