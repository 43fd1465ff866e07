// What is known to cost offload, or to mislead about it, and is no rule here, with the reason: a reader who misses one
// should not have to guess.

import type { RuleGroup } from '../../../src/offload/rule.ts';

export interface NotRule {
  readonly id: `${RuleGroup}/${string}`;
  /** One sentence: why a configuration does not tell, or what tells it in place of a rule. */
  readonly why: string;
}

export const notRules: readonly NotRule[] = [
  {
    id: 'l3hw/mlag-host-scale',
    why: 'A pair of MLAG switches with a slow CPU misbehaves with more than a thousand hosts, and no configuration says how many hosts there are.',
  },
  {
    id: 'route/h-flag-is-candidate',
    why: 'That the H flag of a route makes it only a candidate is about reading a device, not about its configuration: `rosc verify` therefore looks at the driver and at port counters.',
  },
  {
    id: 'route/nexthop-cap',
    why: 'Next hops in use are a number of the driver. `capacity` counts those that the configuration names against the size of the table.',
  },
  {
    id: 'l2/flashfig-hw-off',
    why: 'Flashfig serves new devices while somebody stands beside it; an export does not show that it runs.',
  },
  {
    id: 'acl/acl-not-expressible',
    why: 'A switch rule that exists has been expressed. What an intent asks for beyond that is told where the site is lowered to switch rules.',
  },
  {
    id: 'acl/acl-egress-match',
    why: 'RouterOS has no property for it, so no configuration can contain it; lowering rewrites such a rule for the ingress ports.',
  },
  {
    id: 'firewall/fasttrack-capacity',
    why: 'How many connections the chip holds at a moment is a number of the driver. `firewall/fasttrack-over-reliance` warns of designs that depend on it.',
  },
  {
    id: 'firewall/nat-hw-capacity',
    why: 'How many translations the chip holds at a moment is a number of the driver. `firewall/fasttrack-over-reliance` warns of designs that depend on it.',
  },
  {
    id: 'ops/qos-stats-disrupt',
    why: 'Reading the use of QoS queues disturbs traffic on some chips. That is a command and no configuration, and rosc never gives it.',
  },
  {
    id: 'ops/dhcp-option82-chain',
    why: 'Whether the switch behind a port inserts option 82 stands in another device’s configuration.',
  },
  {
    id: 'ops/safe-mode-limits',
    why: 'It is about how changes are made by hand. `rosc apply` does not use safe mode: its undo is on the device.',
  },
];
