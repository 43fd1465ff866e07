// A NAT rule for traffic that the chip routes: the packets leave untranslated.

import { printAddresses } from '../../forwarding/describe-packets.ts';
import { keepOnCpu } from '../keep-on-cpu.ts';
import { defineSparedRule } from '../spared.ts';

export const natBypassedByL3hw = defineSparedRule({
  id: 'firewall/nat-bypassed-by-l3hw',
  cost: 'C',
  facts: ['l3.vlan-flag'],
  summary: 'Traffic that the chip routes is not translated',
  why: 'Both sides of the path are routed in hardware, so packets leave with their private addresses, and answers to translated connections go out untranslated.',
  remedy: 'Take the side that faces the Internet off hardware routing, in both directions.',

  words: ({ from, to, family, only }, network) => ({
    what: only
      ? 'what the chip still routes is not translated: these NAT rules see the rest only'
      : 'what the chip routes is not translated: these NAT rules never see it',
    primary: [
      'action',
      `\`${from.name}\` to \`${to.name}\`${only ? `, to ${printAddresses(only, family)} only,` : ''} is routed untranslated`,
    ],
    fix: keepOnCpu(network, { from, to, family }),
  }),
});
