// Whether frames of a tag-stacking port can be in the VLAN of their own tag.

import { arrived, filteringBridge, frames, heard, missing, vlan, wait } from '../common-steps.ts';
import type { Question, Step } from '../question.ts';

const send: Step = { send: { to: { interface: 'rosc-probe-vlan' }, vlan: 3997, family: 4, port: 4000 }, times: frames };

export const tagStacking: Question = {
  id: 'tag-stacking',
  asks: 'Does a tagged frame that enters by a tag-stacking port reach the VLAN of its tag?',
  settles: { codes: ['l2/tag-stacking-port-in-other-vlan'] },
  needs: 'cable',
  where: { chip: 'l2.tag-stacking' },
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in a bridge with a VLAN, and frames go to it',
  beyond: 'pause',
  seconds: 12,
  steps: {
    ...filteringBridge,
    ...vlan('3997', 'rosc-probe,{far}'),
    ready: wait,
    begin: heard,
    sent: send,
    wait,
    plain: heard,
    stacking: {
      command: 'set',
      menu: '/interface/bridge/port',
      of: 'port',
      arguments: { 'tag-stacking': 'yes' },
    },
    settled: wait,
    again: send,
    end: wait,
    after: heard,
  },
  unclear: [
    {
      when: [missing('plain', 'begin')],
      reason: 'no frame reached the VLAN, although the port did not stack tags: is there a cable between the ports?',
    },
  ],
  conclusions: [
    {
      when: [arrived('plain', 'begin'), arrived('after', 'plain')],
      says: 'tagged frames that enter by a tag-stacking port are in the VLAN of their tag',
    },
    {
      when: [arrived('plain', 'begin'), missing('after', 'plain')],
      says: 'no frame that enters by a tag-stacking port is in the VLAN of its tag',
    },
  ],
};
