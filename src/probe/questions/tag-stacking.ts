// Whether frames of a tag-stacking port can be in the VLAN of their own tag.

import type { Condition, Question, Step } from '../question.ts';

const counter = 'driver-rx-packet';
const count: Step = { print: '/interface/ethernet', properties: [counter], query: ['name={far}'] };
const send: Step = { send: { to: { interface: 'rosc-probe-vlan' }, vlan: 3997, family: 4, port: 4000 }, times: 100 };

function arrived(of: string, since: string): Condition {
  return { of, counter, since, atLeast: 90 };
}

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
    bridge: {
      add: '/interface/bridge',
      set: { name: 'rosc-probe', 'protocol-mode': 'none', 'vlan-filtering': 'yes' },
    },
    port: { add: '/interface/bridge/port', set: { bridge: 'rosc-probe', interface: '{far}', pvid: '3998' } },
    members: {
      add: '/interface/bridge/vlan',
      set: { bridge: 'rosc-probe', tagged: 'rosc-probe,{far}', 'vlan-ids': '3997' },
    },
    vlan: { add: '/interface/vlan', set: { name: 'rosc-probe-vlan', interface: 'rosc-probe', 'vlan-id': '3997' } },
    ready: { waitMs: 2000 },
    begin: count,
    sent: send,
    wait: { waitMs: 2000 },
    plain: count,
    stacking: {
      command: 'set',
      menu: '/interface/bridge/port',
      of: 'port',
      arguments: { 'tag-stacking': 'yes' },
    },
    settled: { waitMs: 2000 },
    again: send,
    end: { waitMs: 2000 },
    after: count,
  },
  unclear: [
    {
      when: [{ of: 'plain', counter, since: 'begin', atMost: 10 }],
      reason: 'no frame reached the VLAN, although the port did not stack tags: is there a cable between the ports?',
    },
  ],
  conclusions: [
    {
      when: [arrived('plain', 'begin'), arrived('after', 'plain')],
      says: 'tagged frames that enter by a tag-stacking port are in the VLAN of their tag',
    },
    {
      when: [arrived('plain', 'begin'), { of: 'after', counter, since: 'plain', atMost: 10 }],
      says: 'no frame that enters by a tag-stacking port is in the VLAN of its tag',
    },
  ],
};
