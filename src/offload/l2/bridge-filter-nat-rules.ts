// Rules of the bridge firewall: the slow path for all that the CPU bridges, and nothing for what the chip does.

import { bridgeRuleMenus, tellingProperty } from '../../forwarding/cpu-path.ts';
import { enabledItemsOf } from '../../model/config.ts';
import { bridgeCpuUse } from '../bridge-cpu-path.ts';
import { label } from '../locations.ts';
import { defineRule } from '../rule.ts';

export const bridgeFilterNatRules = defineRule({
  id: 'l2/bridge-filter-nat-rules',
  cost: 'H',
  datapath: 'fasttrack',
  implies: ['fastpath/fp-bridge-conditions', 'firewall/fasttrack-bridge-fp-off'],
  summary: 'Any rule of the bridge firewall switches bridge FastPath off, and sees only what reaches the CPU',
  why: 'What the CPU forwards over a bridge takes the slow path, and FastTrack connections over a bridge are no longer fast. Frames that the switch chip forwards never meet these rules.',
  remedy: 'Write the rules as switch rules; disable those that are not needed.',

  check({ config, network }) {
    if (network.bridges.size === 0) return [];
    const { fasttrack, offloaded } = bridgeCpuUse(network);
    return bridgeRuleMenus.flatMap((menu) =>
      enabledItemsOf(config, menu).map((item) => ({
        subject: item,
        placement: 'cpu' as const,
        ...(!fasttrack && offloaded.length === 0 && { cost: 'M' as const }),
        what: fasttrack
          ? 'FastTrack connections over a bridge are slow, because the bridge firewall has rules'
          : 'packets that the CPU bridges take the slow path, because the bridge firewall has rules',
        primary: label(item, tellingProperty(item), 'switches bridge FastPath off'),
        related: [
          ...(fasttrack ? [label(fasttrack, 'action', 'FastTrack relies on bridge FastPath')] : []),
          ...offloaded.map((bridge) =>
            label(bridge.item, 'name', `what the chip switches of \`${bridge.name}\` does not meet the rule`),
          ),
        ],
      })),
    );
  },
});
