// Whether packets of MAC telnet reach the CPU while L3 offloading is on.

import { arrived, frames, heard, missing, wait } from '../common-steps.ts';
import type { Question } from '../question.ts';

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
    begin: heard,
    sent: { send: { to: 'everybody', family: 4, port: 4000 }, times: frames },
    wait,
    plain: heard,
    again: { send: { to: 'everybody', family: 4, port: 20_561 }, times: frames },
    end: wait,
    after: heard,
  },
  unclear: [
    {
      when: [missing('plain', 'begin')],
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
      when: [arrived('plain', 'begin'), missing('after', 'plain')],
      says: 'packets of MAC telnet are lost while the chip routes',
      facts: { 'l3.mac-telnet-swallowed': true },
    },
  ],
};
