// Whether a switch rule sees what enters by a bond, when it names the port.

import { bond, loopQuestion } from '../loop-question.ts';

export const ruleOnSlave = loopQuestion({
  id: 'rule-on-slave',
  asks: 'Does a switch rule that names a port see what enters by it when it is in a bond?',
  settles: { statements: ['rule/slave'] },
  frame: { to: { interface: 'rosc-probe' }, family: 4, port: 4000 },
  before: bond,
  rules: [{ protocol: 'udp', 'dst-port': '4000', 'new-dst-ports': '' }],
  kept: { says: 'a switch rule that names a port sees what enters by it, also in a bond' },
  reached: { says: 'a switch rule that names a port does not see what enters by it in a bond' },
});
