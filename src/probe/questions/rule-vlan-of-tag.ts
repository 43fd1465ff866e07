// Whether a switch rule matches the VLAN of a tag on a port outside bridges. What it says of a bridge without VLAN
// filtering is for a person to decide: no fact follows by itself.

import { loopQuestion } from '../loop-question.ts';

export const ruleVlanOfTag = loopQuestion({
  id: 'rule-vlan-of-tag',
  asks: 'Does a switch rule match the VLAN of a tag without a bridge that filters VLANs?',
  settles: { facts: ['acl.vlan-needs-filtering'] },
  frame: { to: 'the port', vlan: 3998, family: 4, port: 4000 },
  rules: [{ 'vlan-id': '3998', 'new-dst-ports': '' }],
  kept: {
    says: 'a switch rule matches the VLAN of a tag on a port outside bridges',
  },
  reached: {
    says: 'a switch rule does not match the VLAN of a tag on a port outside bridges',
  },
});
