// Whether a switch rule for IPv4 addresses leaves IPv6 alone.

import { loopQuestion } from '../loop-question.ts';

export const ruleOtherFamily = loopQuestion({
  id: 'rule-other-family',
  asks: 'Does a switch rule for IPv4 addresses let IPv6 pass?',
  settles: { codes: ['acl/acl-ipv6-hole'] },
  frame: { to: 'the port', family: 6, port: 4000 },
  rules: [{ 'dst-address': '198.18.0.0/15', 'new-dst-ports': '' }],
  reached: { says: 'a switch rule for IPv4 addresses lets IPv6 pass' },
  kept: { says: 'a switch rule for IPv4 addresses drops IPv6 too' },
});
