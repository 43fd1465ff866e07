// A bridge without spanning tree on a chip that then starts to offload it, badly.

import { bridgesWith } from '../bridge-offload.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const protocolModeNonePpe = defineRule({
  id: 'l2/protocol-mode-none-ppe',
  cost: 'M',
  facts: ['l2.needs-protocol-mode', 'l2.bridge'],
  summary: 'On one kind of chip `protocol-mode=none` switches on an offloading that causes problems',
  why: 'Without a spanning tree protocol RouterOS hands the bridge to this chip, and the manual warns that this can cause issues.',
  remedy: 'Keep `protocol-mode=rstp`, or set `hw=no` on the bridge ports.',

  check: aboutEach(bridgesWith('l2/protocol-mode-none-ppe'), ({ bridge, affects, reason: { placement, cause } }) => ({
    affects,
    placement,
    what:
      placement === 'unknown'
        ? 'it is not documented whether this chip needs a spanning tree protocol'
        : `\`${bridge.name}\` is offloaded to a chip for which the manual advises against it`,
    primary: ['protocol-mode', 'switches offloading on'],
    evidence: cause.evidence,
    fix: { set: 'protocol-mode', to: 'rstp', title: 'use RSTP, which keeps the bridge on the CPU' },
  })),
});
