// Whether a VLAN interface has a switch of its own for L3 offloading, and says what became of it.

import { filteringBridge, vlan, wait } from '../common-steps.ts';
import type { Question, Step } from '../question.ts';

const flag: Step = { print: '/interface/vlan', properties: ['hw-offloaded'], query: ['name=rosc-probe-vlan'] };

export const vlanFlag: Question = {
  id: 'vlan-flag',
  asks: 'Does l3-hw-offloading=no take a VLAN interface out of hardware?',
  settles: { facts: ['l3.vlan-flag'], statements: ['post-check/vlan'] },
  needs: 'cable',
  where: { since: '7.21', chip: 'l3.offload' },
  offload: 4,
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in a bridge with a VLAN',
  beyond: 'pause',
  seconds: 8,
  steps: {
    ...filteringBridge,
    ...vlan('3998'),
    address: { add: '/ip/address', set: { address: '198.18.0.3/24', interface: 'rosc-probe-vlan' } },
    wait,
    plain: flag,
    off: {
      command: 'set',
      menu: '/interface/vlan',
      of: 'vlan',
      arguments: { 'l3-hw-offloading': 'no' },
      mayRefuse: true,
    },
    again: wait,
    after: flag,
  },
  conclusions: [
    {
      when: [{ of: 'off', is: 'refused' }],
      says: 'a VLAN interface has no `l3-hw-offloading`',
      facts: { 'l3.vlan-flag': false },
    },
    {
      when: [
        { of: 'plain', property: 'hw-offloaded', among: ['true', 'yes'] },
        { of: 'after', property: 'hw-offloaded', among: ['false', 'no'] },
      ],
      says: '`l3-hw-offloading=no` takes a VLAN interface out of hardware, which its flag says',
      facts: { 'l3.vlan-flag': true },
    },
    {
      when: [{ of: 'plain', property: 'hw-offloaded', on: 'none' }],
      says: 'a VLAN interface does not say whether it is routed in hardware',
    },
    {
      when: [
        { of: 'plain', property: 'hw-offloaded', among: ['true', 'yes'] },
        { of: 'after', property: 'hw-offloaded', among: ['true', 'yes'] },
      ],
      says: 'a VLAN interface with `l3-hw-offloading=no` says that it is routed in hardware',
    },
  ],
};
