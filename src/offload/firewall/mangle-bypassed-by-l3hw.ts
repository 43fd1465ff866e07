// A mangle rule that changes packets which the chip routes: they leave unchanged.

import { allUnseen } from '../../forwarding/spared.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';
import { explainSpared, pastRule } from '../spared.ts';

export const mangleBypassedByL3hw = defineRule({
  id: 'firewall/mangle-bypassed-by-l3hw',
  cost: 'H',
  datapath: 'l3-routing',
  facts: ['l3.vlan-flag'],
  summary: 'Mangle does not change packets that the chip routes',
  why: 'The packets leave as they came: no MSS clamp, no DSCP or priority, no packet mark for a queue.',
  remedy: 'Use QoS in hardware for DSCP and priority; take one side off hardware routing for the rest.',

  check({ network }) {
    const changing = explainSpared(network, 'firewall/mangle-bypassed-by-l3hw', (spared) => ({
      what: 'what the chip routes is not changed: these mangle rules never see it',
      ...pastRule(network, spared),
    }));
    const known = new Set(changing.map(({ subject }) => subject));
    const idle = allUnseen(network).filter(
      ({ item, cause }) => cause.code === 'firewall/mangle-bypassed-by-l3hw' && !known.has(item),
    );
    return [
      ...changing,
      ...idle.map(
        ({ item, from, to }): WrittenFinding => ({
          subject: item,
          placement: 'hardware',
          cost: 'i',
          what: 'what the chip routes does not get marks that nothing in this configuration reads',
          why: 'A mark changes nothing about a packet, and by this configuration nobody misses it: the chip goes on routing. Who reads it elsewhere, a script or a queue that is added later, finds it on packets of the CPU alone.',
          primary: ['action', `\`${from.name}\` to \`${to.name}\` is routed past this rule`],
        }),
      ),
    ];
  },
});
