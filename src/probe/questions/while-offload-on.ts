// What the menus of the post-check print while L3 offloading is on.

import { offloadState } from '../offload-state.ts';

export const whileOffloadOn = offloadState({
  id: 'while-offload-on',
  asks: 'What do switch, ports, routes and driver say while L3 offloading is on?',
  settles: { statements: ['post-check/while-on'] },
  unclear: [
    {
      when: [{ of: 'switches', property: 'l3-hw-offloading', among: ['false', 'no'] }],
      reason: 'L3 offloading is off: switch it on, and the same command goes on',
    },
  ],
  conclusions: [
    {
      when: [
        { of: 'driver', property: 'state', among: ['ok'] },
        { of: 'routes', property: 'hw-offloaded', among: ['true', 'yes', 'false', 'no'] },
      ],
      says: 'the driver says `state=ok`, and routes say whether they are candidates',
    },
    {
      when: [{ of: 'driver', property: 'state', on: 'every' }],
      says: 'the driver has a state, which is not `ok` or comes without a flag of the routes',
    },
    { when: [{ of: 'driver', property: 'state', on: 'none' }], says: 'the driver does not say its state' },
  ],
});
