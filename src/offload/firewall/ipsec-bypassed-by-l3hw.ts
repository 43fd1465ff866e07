// An IPsec policy for traffic that the chip routes: it leaves unencrypted.

import { defineSparedRule } from '../spared.ts';

export const ipsecBypassedByL3hw = defineSparedRule({
  id: 'firewall/ipsec-bypassed-by-l3hw',
  cost: 'C',
  facts: ['l3.vlan-flag'],
  implies: ['fastpath/fp-ipsec'],
  summary: 'The chip does not encrypt what it routes',
  why: 'Both sides of the path are routed in hardware, so packets that this policy selects never reach IPsec: they leave in clear text, by the route that the chip knows.',
  remedy: 'Redirect the networks of the policy to the CPU with switch rules, or take one side off hardware routing.',

  words: ({ item }) => ({
    what: 'what the chip routes is not encrypted: IPsec policies never see it',
    // An identity makes policies for the clients that it lets in.
    primary: [item.properties.has('dst-address') ? 'dst-address' : 'generate-policy', 'routed past this policy'],
  }),
});
