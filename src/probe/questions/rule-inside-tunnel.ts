// Whether a switch rule looks at what a tunnel carries.

import { loopQuestion } from '../loop-question.ts';

export const ruleInsideTunnel = loopQuestion({
  id: 'rule-inside-tunnel',
  asks: 'Does a switch rule see the packet that another packet carries?',
  settles: { codes: ['acl/acl-vs-ipsec-tunnels'] },
  frame: { to: 'the port', family: 4, port: 4000, isTunnelled: true },
  rules: [{ protocol: 'udp', 'dst-port': '4000', 'new-dst-ports': '' }],
  reached: { says: 'a switch rule sees the outer packet alone' },
  kept: { says: 'a switch rule sees the packet that another packet carries' },
});
