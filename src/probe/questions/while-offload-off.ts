// What the menus of the post-check print while L3 offloading is off.

import { offloadState } from '../offload-state.ts';

export const whileOffloadOff = offloadState({
  id: 'while-offload-off',
  asks: 'What do switch, ports, routes and driver say while L3 offloading is off?',
  settles: { statements: ['post-check/while-off'] },
  unclear: [
    {
      when: [{ of: 'switches', property: 'l3-hw-offloading', among: ['true', 'yes'] }],
      reason: 'L3 offloading is on: switch it off, and the same command goes on',
    },
  ],
  conclusions: [
    {
      when: [{ of: 'driver', property: 'state', among: ['ok'] }],
      says: 'the driver says `state=ok` although L3 offloading is off',
    },
    {
      when: [
        { of: 'driver', property: 'state', on: 'every' },
        { of: 'routes', property: 'hw-offloaded', among: ['false', 'no'] },
      ],
      says: 'the driver is not `ok`, and all routes say that they are no candidates',
    },
    {
      when: [{ of: 'driver', property: 'state', on: 'every' }],
      says: 'the driver is not `ok`, and not every route says that it is no candidate',
    },
    { when: [{ of: 'driver', property: 'state', on: 'none' }], says: 'the driver does not say its state' },
  ],
});
