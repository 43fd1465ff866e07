// Ports that spanning tree has blocked: nothing is forwarded there, by the chip or otherwise.

import { itemsOf } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

const blocking: readonly (string | undefined)[] = ['alternate-port', 'backup-port'];

export const stpBlockingHw = defineRule({
  id: 'l2/stp-blocking-hw',
  cost: 'i',
  needs: 'live',

  check: ({ config }) =>
    itemsOf(config, '/interface/bridge/port').flatMap((item) => {
      const role = item.state?.get('role');
      if (!blocking.includes(role)) return [];
      return {
        subject: item,
        placement: 'dropped',
        what: 'spanning tree blocks ports, because there is another way',
        primary: ['interface', `\`${item.key}\` is an ${role}`],
      };
    }),
});
