// A routing mark for traffic that the chip routes: the packets follow the main table, as if nobody had marked them.

import { redirectOf } from '../keep-on-cpu.ts';
import { defineSparedRule } from '../spared.ts';

export const mangleMarkRoutingBypassed = defineSparedRule({
  id: 'route/mangle-mark-routing-bypassed',
  cost: 'C',
  summary: 'A routing mark does not reach traffic that the chip routes',
  why: 'Mangle runs on the CPU. Packets that the chip routes follow the main table, so this policy is silently ignored for them.',
  remedy:
    'Redirect exactly the marked class of packets to the CPU with a switch rule, or route it in a VRF where the chip has VRFs.',

  words({ item, from, to }, network) {
    const redirect = redirectOf(network, item);
    return {
      what: 'the chip routes by the main table: these routing marks never apply to what enters in hardware',
      primary: ['action', `\`${from.name}\` to \`${to.name}\` is routed unmarked`],
      fix: redirect
        ? ['redirect the marked packets to the CPU', redirect]
        : 'redirect the marked packets to the CPU with switch rules',
    };
  },
});
