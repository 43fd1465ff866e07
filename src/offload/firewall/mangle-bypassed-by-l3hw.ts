// A mangle rule that changes packets which the chip routes: they leave unchanged.

import { keepOnCpu } from '../keep-on-cpu.ts';
import { label } from '../locations.ts';
import { withoutRedirected } from '../missed.ts';
import { pathsOfKind } from '../paths.ts';
import { actionOf, findAffectedRules } from '../policy.ts';
import { defineRule } from '../rule.ts';

const changing: ReadonlySet<string> = new Set([
  'change-dscp',
  'change-mss',
  'change-ttl',
  'clear-df',
  'mark-packet',
  'set-priority',
  'sniff-pc',
  'sniff-tzsp',
  'strip-ipv4-options',
]);

export const mangleBypassedByL3hw = defineRule({
  id: 'firewall/mangle-bypassed-by-l3hw',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: ['l3.vlan-flag'],
  summary: 'Mangle does not change packets that the chip routes',
  why: 'The packets leave as they came: no MSS clamp, no DSCP or priority, no packet mark for a queue.',
  remedy: 'Use QoS in hardware for DSCP and priority; take one side off hardware routing for the rest.',

  check({ network }) {
    const paths = pathsOfKind(network, 4, 'hardware');
    const isPolicy = (item: Parameters<typeof actionOf>[0]) => changing.has(actionOf(item));
    const affectedRules = ['prerouting', 'forward', 'postrouting'].flatMap((chain) =>
      findAffectedRules({ network, menu: '/ip/firewall/mangle', chain, family: 4, paths, isPolicy }),
    );
    return withoutRedirected(network, affectedRules).map(({ rule, from, to }) => ({
      subject: rule,
      placement: 'unpredictable',
      what: 'what the chip routes is not changed: these mangle rules never see it',
      primary: label(rule, 'action', `\`${from.name}\` to \`${to.name}\` is routed past this rule`),
      fix: keepOnCpu(network, from, to),
    }));
  },
});
