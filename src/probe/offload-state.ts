// What the menus of the post-check print, with L3 offloading on and with it off.

import { driver } from './common-steps.ts';
import type { Question } from './question.ts';

type Way = Pick<Question, 'id' | 'asks' | 'settles' | 'unclear' | 'conclusions'>;

export function offloadState(way: Way): Question {
  return {
    ...way,
    needs: 'reading',
    where: { since: '7.10', chip: 'l3.offload' },
    seconds: 2,
    steps: {
      switches: { print: '/interface/ethernet/switch', properties: ['l3-hw-offloading', 'invalid'] },
      ports: { print: '/interface/ethernet/switch/port', properties: ['l3-hw-offloading', 'running'] },
      routes: { print: '/ip/route', properties: ['active', 'hw-offloaded'], query: ['active=true'] },
      driver,
    },
  };
}
