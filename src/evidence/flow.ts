// How the restrictions of `flow` causes are known, which no rule of its own states.

import { documented, type EvidenceTable, inferred } from './grades.ts';

export const flowEvidence = {
  'flow/blackhole': [documented('routeros/l3hw', 'blackhole routes drop, in hardware too')],
  'flow/denied': [documented('routeros/prestera', 'the first matching rule decides')],
  'flow/denied-by-firewall': [documented('routeros/packet-flow', 'the first matching rule decides')],
  'flow/learnt-route-unknown': [
    inferred('routeros/routing-decision', 'what a routing protocol brings stands in no configuration'),
  ],
  'flow/no-port': [documented('routeros/bridge', 'an interface without a port that is up carries nothing')],
  'flow/no-route': [documented('routeros/routing-decision', 'packets without a route are not forwarded')],
  'flow/split': [documented('routeros/prestera', 'different parts of the flow go different ways')],
  'flow/translated': [documented('routeros/packet-flow', 'NAT is done by the CPU, connection by connection')],
  'flow/undecided': [inferred('routeros/packet-flow', 'the matcher asks for something that the flow does not say')],
  'flow/unknown-fact': [inferred('routeros/l3hw', 'not documented for this chip')],
  'device/menu-unread': [inferred('routeros/cli', 'the device did not show the menu')],
  'offload/unmodelled-property': [inferred('routeros/cli', 'rosc does not model this setting')],
} as const satisfies EvidenceTable;
