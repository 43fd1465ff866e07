// Whether a switch rule takes a range of ports: the manual and the tree of commands disagree.

import type { Question } from '../question.ts';

export const rulePortRange: Question = {
  id: 'rule-port-range',
  asks: 'Does a switch rule take a range of ports?',
  settles: { statements: ['rule/port-range'] },
  needs: 'ports',
  where: { chip: 'acl.rules' },
  alone: ['/interface/ethernet/switch/rule'],
  disturbs: 'there is a switch rule on the scratch port',
  seconds: 2,
  steps: {
    single: {
      add: '/interface/ethernet/switch/rule',
      set: { switch: '{switch}', ports: '{port}', protocol: 'tcp', 'dst-port': '4001' },
    },
    range: {
      add: '/interface/ethernet/switch/rule',
      set: { switch: '{switch}', ports: '{port}', protocol: 'tcp', 'dst-port': '4100-4199' },
      mayRefuse: true,
    },
    rows: { print: '/interface/ethernet/switch/rule', properties: ['dst-port', 'invalid'] },
  },
  conclusions: [
    { when: [{ of: 'range', is: 'refused' }], says: 'a switch rule takes one port, and refuses a range' },
    {
      when: [
        { of: 'rows', property: 'dst-port', among: ['4001', '4100-4199'] },
        { of: 'rows', rows: 2 },
        { of: 'rows', property: 'invalid', among: ['false', 'no'] },
      ],
      says: 'a switch rule takes a range of ports',
    },
    {
      when: [
        { of: 'rows', rows: 2 },
        { of: 'rows', property: 'invalid', among: ['true', 'yes', 'false', 'no'] },
      ],
      says: 'a switch rule with a range of ports is stored, and is flagged or says something else',
    },
  ],
};
