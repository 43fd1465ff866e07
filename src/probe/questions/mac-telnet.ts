// Whether packets of MAC telnet reach the CPU while L3 offloading is on.

import type { Condition, Question, Step } from '../question.ts';

const counter = 'driver-rx-packet';
const count: Step = { print: '/interface/ethernet', properties: [counter], query: ['name={far}'] };

function arrived(of: string, since: string): Condition {
  return { of, counter, since, atLeast: 90 };
}

export const macTelnet: Question = {
  id: 'mac-telnet',
  asks: 'Do packets of MAC telnet reach the CPU while the chip routes?',
  settles: { facts: ['l3.mac-telnet-swallowed'] },
  needs: 'cable',
  where: { chip: 'l3.offload' },
  offload: 4,
  disturbs: 'frames go from one scratch port to the other',
  seconds: 9,
  steps: {
    begin: count,
    sent: { send: { to: 'everybody', family: 4, port: 4000 }, times: 100 },
    wait: { waitMs: 2000 },
    plain: count,
    again: { send: { to: 'everybody', family: 4, port: 20_561 }, times: 100 },
    end: { waitMs: 2000 },
    after: count,
  },
  unclear: [
    {
      when: [{ of: 'plain', counter, since: 'begin', atMost: 10 }],
      reason: 'no frame arrived at all: is there a cable between the ports?',
    },
  ],
  conclusions: [
    {
      when: [arrived('plain', 'begin'), arrived('after', 'plain')],
      says: 'packets of MAC telnet reach the CPU while the chip routes',
      facts: { 'l3.mac-telnet-swallowed': false },
    },
    {
      when: [arrived('plain', 'begin'), { of: 'after', counter, since: 'plain', atMost: 10 }],
      says: 'packets of MAC telnet are lost while the chip routes',
      facts: { 'l3.mac-telnet-swallowed': true },
    },
  ],
};
