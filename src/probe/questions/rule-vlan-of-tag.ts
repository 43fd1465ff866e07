// Whether a switch rule matches the VLAN of a tag on a port outside bridges that filter VLANs.

import { loopQuestion } from '../loop-question.ts';

export const ruleVlanOfTag = loopQuestion({
  id: 'rule-vlan-of-tag',
  asks: 'Does a switch rule match the VLAN of a tag without a bridge that filters VLANs?',
  settles: { facts: ['acl.vlan-needs-filtering'] },
  frame: { to: 'the port', vlan: 3998, family: 4, port: 4000 },
  rules: [{ 'vlan-id': '3998', 'new-dst-ports': '' }],
  kept: {
    says: 'a switch rule matches the VLAN of a tag on a port outside bridges',
    facts: { 'acl.vlan-needs-filtering': false },
  },
  reached: {
    says: 'a switch rule does not match the VLAN of a tag on a port outside bridges',
    facts: { 'acl.vlan-needs-filtering': true },
  },
});
