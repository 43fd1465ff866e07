// Whether the first switch rule that matches decides.

import { loopQuestion } from '../loop-question.ts';

export const ruleFirstMatch = loopQuestion({
  id: 'rule-first-match',
  asks: 'Does the first of two switch rules that match decide?',
  settles: { statements: ['rule/first-match'] },
  frame: { to: 'the port', family: 4, port: 4000 },
  rules: [
    { protocol: 'udp', 'dst-port': '4000', 'redirect-to-cpu': 'yes' },
    { protocol: 'udp', 'dst-port': '4000', 'new-dst-ports': '' },
  ],
  reached: { says: 'the first of two switch rules that match decides' },
  kept: { says: 'a later switch rule drops what an earlier one takes to the CPU' },
});
