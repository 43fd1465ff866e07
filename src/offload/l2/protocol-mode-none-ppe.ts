// A bridge without spanning tree on a chip that then starts to offload it, badly.

import { groupBy } from '../../source/grouping.ts';
import { portsWith } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

export const protocolModeNonePpe = defineRule({
  id: 'l2/protocol-mode-none-ppe',
  cost: 'M',
  facts: ['l2.needs-protocol-mode', 'l2.bridge'],
  summary: 'On one kind of chip `protocol-mode=none` switches on an offloading that causes problems',
  why: 'Without a spanning tree protocol RouterOS hands the bridge to this chip, and the manual warns that this can cause issues.',
  remedy: 'Keep `protocol-mode=rstp`, or set `hw=no` on the bridge ports.',

  check: ({ network }) =>
    [...groupBy(portsWith('l2/protocol-mode-none-ppe')(network), ({ bridge }) => bridge)].map(([bridge, ports]) => {
      const { placement, cause } = ports[0].reason;
      return {
        subject: bridge.item,
        affects: ports.map(({ item }) => item),
        placement,
        what:
          placement === 'unknown'
            ? 'it is not documented whether this chip needs a spanning tree protocol'
            : `\`${bridge.name}\` is offloaded to a chip for which the manual advises against it`,
        primary: ['protocol-mode', 'switches offloading on'],
        evidence: cause.evidence,
        fix: { set: 'protocol-mode', to: 'rstp', title: 'use RSTP, which keeps the bridge on the CPU' },
      };
    }),
});
