// Policies that packets miss because the chip routes them: the engine finds them, and each rule has the words for one
// kind.

import { printAddresses } from '../../forwarding/packets/describe-packets.ts';
import { propertyValue } from '../../model/config.ts';
import { keepOnCpu } from '../keep-on-cpu.ts';
import type { Rule } from '../rule.ts';
import { defineSparedRule, pastRule, type SparedRule } from '../spared.ts';

const kinds: readonly SparedRule[] = [
  {
    id: 'firewall/firewall-bypassed-by-l3hw',
    cost: 'C',
    words: (spared, network) => ({
      what: 'what the chip routes is not filtered: these firewall rules never see it',
      ...pastRule(network, spared),
    }),
  },
  {
    id: 'firewall/hotspot-bypassed-by-l3hw',
    cost: 'C',
    implies: ['fastpath/fp-hotspot'],
    words: ({ item }) => ({
      what: 'what the chip routes passes without a login: HotSpot never sees it',
      primary: ['interface', `\`${propertyValue(item, 'interface')}\` is routed in hardware`],
    }),
  },
  {
    id: 'firewall/hw-flow-queue-bypass',
    cost: 'H',
    words: ({ item, from, to }) => ({
      what: 'queues do not hold for what the chip routes: it never reaches them',
      primary: [
        item.menu === '/queue/simple' ? 'target' : 'parent',
        `\`${from.name}\` to \`${to.name}\` is routed in hardware`,
      ],
    }),
  },
  {
    id: 'firewall/ipsec-bypassed-by-l3hw',
    cost: 'C',
    implies: ['fastpath/fp-ipsec'],
    words: ({ item }) => ({
      what: 'what the chip routes is not encrypted: IPsec policies never see it',
      // An identity makes policies for the clients that it lets in.
      primary: [item.properties.has('dst-address') ? 'dst-address' : 'generate-policy', 'routed past this policy'],
    }),
  },
  {
    id: 'firewall/ipv6-firewall-bypassed',
    cost: 'C',
    words: ({ from, to }) => ({
      what: 'IPv6 that the chip routes is not filtered: these rules never see it',
      primary: ['action', `\`${from.name}\` to \`${to.name}\` is routed past this rule`],
      fix: [
        'leave IPv6 to the CPU until the policy stands in switch rules',
        '/interface/ethernet/switch/l3hw-settings set ipv6-hw=no',
      ],
    }),
  },
  {
    id: 'firewall/mangle-bypassed-by-l3hw',
    cost: 'H',
    words: (spared, network) => ({
      what: 'what the chip routes is not changed: these mangle rules never see it',
      ...pastRule(network, spared),
    }),
  },
  {
    id: 'firewall/nat-bypassed-by-l3hw',
    cost: 'C',
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
  },
  {
    id: 'firewall/raw-bypassed-by-l3hw',
    cost: 'C',
    words: (spared, network) => ({
      what: 'what the chip routes meets no raw rules: these never see it',
      ...pastRule(network, spared),
    }),
  },
];

export const bypassedPolicies: readonly Rule[] = kinds.map(defineSparedRule);
