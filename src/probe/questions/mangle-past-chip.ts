// Whether mangle rules meet what the chip routes: marked packets look into a table without a way out.

import { routedQuestion } from '../routed-question.ts';

export const manglePastChip = routedQuestion({
  id: 'mangle-past-chip',
  asks: 'Do mangle rules steer what the chip routes?',
  settles: { codes: ['firewall/mangle-bypassed-by-l3hw', 'route/mangle-mark-routing-bypassed'] },
  disturbs: 'a firewall rule marks what enters by a scratch port',
  beyond: 'path',
  tested: {
    table: { add: '/routing/table', set: { name: 'rosc-probe', fib: '' } },
    nowhere: { add: '/ip/route', set: { 'dst-address': '0.0.0.0/0', blackhole: '', 'routing-table': 'rosc-probe' } },
    rule: {
      add: '/ip/firewall/mangle',
      set: {
        chain: 'prerouting',
        'in-interface': '{far}',
        action: 'mark-routing',
        'new-routing-mark': 'rosc-probe',
        passthrough: 'no',
      },
    },
  },
  isPolicy: true,
  chip: { says: 'what the chip routes goes past mangle rules, which steer what the CPU routes' },
  lost: { says: 'mangle rules steer also what the chip would route' },
});
