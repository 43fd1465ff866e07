// Whether routing rules meet what the chip routes.

import { routedQuestion } from '../routed-question.ts';

export const routingRulePastChip = routedQuestion({
  id: 'routing-rule-past-chip',
  asks: 'Do routing rules meet what the chip routes?',
  settles: { codes: ['route/routing-rule-bypassed'] },
  disturbs: 'a routing rule drops what enters by a scratch port',
  tested: { rule: { add: '/routing/rule', set: { interface: '{far}', action: 'drop' } } },
  isPolicy: true,
  chip: { says: 'what the chip routes goes past routing rules, which drop what the CPU routes' },
  lost: { says: 'routing rules drop also what the chip would route' },
});
