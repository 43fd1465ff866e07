// How many rules the table of the chip holds, and what becomes of those that do not fit.

import type { Question } from '../question.ts';

export const ruleTableSize: Question = {
  id: 'rule-table-size',
  asks: 'How many switch rules fit, and what becomes of those that do not?',
  settles: { facts: ['acl.rules'], codes: ['acl/acl-capacity'] },
  needs: 'ports',
  where: { chip: 'acl.rules' },
  alone: ['/interface/ethernet/switch/rule'],
  disturbs: 'the table of switch rules is full, with rules on the scratch port',
  beyond: 'rules',
  seconds: 60,
  steps: {
    rules: {
      fill: '/interface/ethernet/switch/rule',
      set: { switch: '{switch}', ports: '{port}', protocol: 'tcp', 'dst-port': '{n}' },
      size: 'acl.rules',
    },
  },
  conclusions: [
    {
      when: [{ of: 'rules', filled: 'flagged' }],
      says: 'the table holds {acl.rules} such rules, and those that do not fit are flagged as invalid',
      facts: { 'acl.rules': { of: 'rules', taken: true } },
    },
    {
      when: [{ of: 'rules', filled: 'refused' }],
      says: 'the table holds {acl.rules} such rules, and those that do not fit are refused',
      facts: { 'acl.rules': { of: 'rules', taken: true } },
    },
  ],
};
