// Whether a switch rule matches the VLAN that an access port assigns.

import { filteringBridge, vlan } from '../common-steps.ts';
import { loopQuestion } from '../loop-question.ts';

export const ruleVlanUntagged = loopQuestion({
  id: 'rule-vlan-untagged',
  asks: 'Does vlan-id of a switch rule match what an access port takes into the VLAN?',
  settles: { codes: ['acl/acl-vlan-match-untagged'] },
  alone: ['/interface/bridge'],
  frame: { to: { interface: 'rosc-probe-vlan' }, family: 4, port: 4000 },
  before: { ...filteringBridge, ...vlan('3998') },
  rules: [{ 'vlan-id': '3998', 'new-dst-ports': '' }],
  kept: { says: 'a switch rule matches the VLAN that an access port assigns' },
  reached: { says: 'a switch rule matches the VLAN of a tag alone' },
});
