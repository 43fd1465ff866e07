// Whether a switch rule matches the VLAN that an access port assigns.

import { loopQuestion } from '../loop-question.ts';

export const ruleVlanUntagged = loopQuestion({
  id: 'rule-vlan-untagged',
  asks: 'Does vlan-id of a switch rule match what an access port takes into the VLAN?',
  settles: { codes: ['acl/acl-vlan-match-untagged'] },
  alone: ['/interface/bridge'],
  frame: { to: { interface: 'rosc-probe-vlan' }, family: 4, port: 4000 },
  before: {
    bridge: {
      add: '/interface/bridge',
      set: { name: 'rosc-probe', 'protocol-mode': 'none', 'vlan-filtering': 'yes' },
    },
    port: { add: '/interface/bridge/port', set: { bridge: 'rosc-probe', interface: '{far}', pvid: '3998' } },
    members: { add: '/interface/bridge/vlan', set: { bridge: 'rosc-probe', tagged: 'rosc-probe', 'vlan-ids': '3998' } },
    vlan: { add: '/interface/vlan', set: { name: 'rosc-probe-vlan', interface: 'rosc-probe', 'vlan-id': '3998' } },
  },
  rules: [{ 'vlan-id': '3998', 'new-dst-ports': '' }],
  kept: { says: 'a switch rule matches the VLAN that an access port assigns' },
  reached: { says: 'a switch rule matches the VLAN of a tag alone' },
});
