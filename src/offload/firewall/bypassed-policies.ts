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
    facts: ['l3.vlan-flag'],
    summary: 'Traffic that the chip routes never meets the IP firewall',
    why: 'Both sides of the path are routed in hardware, so what this rule is meant to stop passes. The rule counts nothing and drops nothing.',
    remedy:
      'Say the same with switch rules, or take one side off hardware routing so that the CPU sees both directions.',
    words: (spared, network) => ({
      what: 'what the chip routes is not filtered: these firewall rules never see it',
      ...pastRule(network, spared),
    }),
  },
  {
    id: 'firewall/hotspot-bypassed-by-l3hw',
    cost: 'C',
    facts: ['l3.vlan-flag'],
    implies: ['fastpath/fp-hotspot'],
    summary: 'Clients of a HotSpot whose interface the chip routes need no login',
    why: 'HotSpot works with rules of the firewall, which packets that the chip routes never meet.',
    remedy: 'Take the interface of the HotSpot off hardware routing.',
    words: ({ item }) => ({
      what: 'what the chip routes passes without a login: HotSpot never sees it',
      primary: ['interface', `\`${propertyValue(item, 'interface')}\` is routed in hardware`],
    }),
  },
  {
    id: 'firewall/hw-flow-queue-bypass',
    cost: 'H',
    summary: 'Software queues do not shape what the chip forwards',
    why: 'The CPU never sees these packets, so no queue holds them back: the limit does not apply.',
    remedy: 'Shape in the chip: `egress-rate` of a port, QoS in hardware, or the rate of a switch rule.',
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
  },
  {
    id: 'firewall/ipv6-firewall-bypassed',
    cost: 'C',
    summary: 'With `ipv6-hw=yes` the IPv6 firewall does not see what the chip routes',
    why: 'Both sides of the path are routed in hardware, so what this rule is meant to stop passes.',
    remedy: 'Set `ipv6-hw=no`, or say the same with IPv6 switch rules.',
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
    facts: ['l3.vlan-flag'],
    summary: 'Mangle does not change packets that the chip routes',
    why: 'The packets leave as they came: no MSS clamp, no DSCP or priority, no packet mark for a queue.',
    remedy: 'Use QoS in hardware for DSCP and priority; take one side off hardware routing for the rest.',
    words: (spared, network) => ({
      what: 'what the chip routes is not changed: these mangle rules never see it',
      ...pastRule(network, spared),
    }),
  },
  {
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
  },
  {
    id: 'firewall/raw-bypassed-by-l3hw',
    cost: 'C',
    facts: ['l3.vlan-flag'],
    summary: 'Raw rules do not apply to traffic that the chip routes',
    why: 'Both sides of the path are routed in hardware, so what this rule is meant to stop passes.',
    remedy: 'Say the same with switch rules, or take one side off hardware routing.',
    words: (spared, network) => ({
      what: 'what the chip routes meets no raw rules: these never see it',
      ...pastRule(network, spared),
    }),
  },
];

export const bypassedPolicies: readonly Rule[] = kinds.map(defineSparedRule);
