// A bridge without spanning tree on a chip that then starts to offload it, badly.

import { propertyValue } from '../../model/config.ts';
import { candidatesByChip } from '../bridge-offload.ts';
import { aboutEach, bridges, defineRule, restingOn } from '../rule.ts';

export const protocolModeNonePpe = defineRule({
  id: 'l2/protocol-mode-none-ppe',
  cost: 'M',
  facts: ['l2.needs-protocol-mode', 'l2.bridge'],
  summary: 'On one kind of chip `protocol-mode=none` switches on an offloading that causes problems',
  why: 'Without a spanning tree protocol RouterOS hands the bridge to this chip, and the manual warns that this can cause issues.',
  remedy: 'Keep `protocol-mode=rstp`, or set `hw=no` on the bridge ports.',

  check: aboutEach(bridges, (bridge, { network }) => {
    if (propertyValue(bridge.item, 'protocol-mode') !== 'none') return [];
    return [...candidatesByChip(network, bridge)].flatMap(([chip, ports]) => {
      const fact = chip.fact('l2.needs-protocol-mode');
      if (fact?.value === false || ports.length < 2 || chip.fact('l2.bridge')?.value === false) return [];
      return restingOn(fact, 'whether this chip needs a spanning tree protocol', {
        affects: ports.map(({ item }) => item),
        placement: 'unpredictable',
        what: `\`${bridge.name}\` is offloaded to a chip for which the manual advises against it`,
        primary: ['protocol-mode', 'switches offloading on'],
        says: `a bridge without spanning tree on ${chip.chip} is offloaded, and can cause issues`,
        fix: { set: 'protocol-mode', to: 'rstp', title: 'use RSTP, which keeps the bridge on the CPU' },
      });
    });
  }),
});
