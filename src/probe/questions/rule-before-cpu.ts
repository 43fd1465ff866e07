// Whether switch rules see what goes to the device itself.

import { loopQuestion } from '../loop-question.ts';

export const ruleBeforeCpu = loopQuestion({
  id: 'rule-before-cpu',
  asks: 'Does a switch rule drop what goes to the device itself?',
  settles: { codes: ['acl/acl-drops-local'] },
  frame: { to: 'the port', family: 4, port: 4000 },
  rules: [{ protocol: 'udp', 'dst-port': '4000', 'new-dst-ports': '' }],
  kept: { says: 'a switch rule drops what goes to the device itself' },
  reached: { says: 'a switch rule does not drop what goes to the device itself' },
});
