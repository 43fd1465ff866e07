// FastTrack offloading switched off on a chip that has it.

import { keptOffChip } from '../off-chip.ts';
import { aboutEach, defineRule, settingIn } from '../rule.ts';

export const fasttrackHwDisabled = defineRule({
  id: 'firewall/fasttrack-hw-disabled',
  cost: 'M',

  check: aboutEach(settingIn('/interface/ethernet/switch/l3hw-settings', 'fasttrack-hw'), (_, { network }) => {
    const rules = keptOffChip(network, 'firewall/fasttrack-hw-disabled');
    const [first] = rules;
    if (!first) return [];
    const fact = network.offload?.switch.fact('l3.fasttrack');
    return {
      affects: rules.map(({ item }) => item),
      placement: first.placement,
      what: fact
        ? 'FastTrack connections stay on the CPU: their offloading is switched off'
        : 'FastTrack offloading is switched off, and it is not documented whether this chip has it',
      primary: ['fasttrack-hw', 'keeps connections on the CPU'],
      related: [[first.item, 'action', 'FastTrack is wanted here']],
      ...(fact && { evidence: [fact.says('the chip offloads FastTrack connections')] }),
      fix: { set: 'fasttrack-hw', to: 'yes', title: 'switch FastTrack offloading on' },
    };
  }),
});
