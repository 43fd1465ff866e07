// Whether a switch rule sees what enters by a bond, when it names the bond.

import { bond, loopQuestion } from '../loop-question.ts';

export const ruleOnBond = loopQuestion({
  id: 'rule-on-bond',
  asks: 'Does a switch rule that names a bond see what enters by its port?',
  settles: { codes: ['acl/acl-bond-before-7.17'], statements: ['rule/bond'] },
  since: '7.17',
  frame: { to: { interface: 'rosc-probe' }, family: 4, port: 4000 },
  before: bond,
  rules: [{ ports: 'rosc-probe', protocol: 'udp', 'dst-port': '4000', 'new-dst-ports': '' }],
  kept: { says: 'a switch rule that names a bond sees what enters by its port' },
  reached: { says: 'a switch rule that names a bond does not see what enters by its port' },
});
