// Whether switch rules come before what the device does with requests for addresses.

import { loopQuestion } from '../loop-question.ts';

export const ruleBeforeDhcp = loopQuestion({
  id: 'rule-before-dhcp',
  asks: 'Does a switch rule drop DHCP requests before the device sees them?',
  settles: { codes: ['ops/dhcp-local-services'] },
  frame: { to: 'everybody', family: 4, port: 67, isDhcp: true },
  rules: [{ protocol: 'udp', 'dst-port': '67', 'new-dst-ports': '' }],
  kept: { says: 'a switch rule drops DHCP requests before the device sees them' },
  reached: { says: 'DHCP requests reach the device past a switch rule' },
});
