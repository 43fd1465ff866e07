// A mangle rule that changes packets which the chip routes: they leave unchanged.

import { keepOnCpu } from '../keep-on-cpu.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';
import { explainSpared } from '../spared.ts';

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
    return explainSpared(network, 'firewall/mangle-bypassed-by-l3hw', ({ item, from, to, family }) => ({
      what: 'what the chip routes is not changed: these mangle rules never see it',
      primary: label(item, 'action', `\`${from.name}\` to \`${to.name}\` is routed past this rule`),
      fix: keepOnCpu(network, { from, to, family }),
    }));
  },
});
