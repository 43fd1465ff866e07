// VXLAN that may be fragmented.

import { defineVxlanStopRule } from '../tunnels.ts';

export const vxlanDfDisabled = defineVxlanStopRule({
  id: 'vxlan/vxlan-df-disabled',
  cost: 'M',
  summary: 'The chip encapsulates only with the flag that forbids fragments',
  why: 'With `dont-fragment=disabled` the CPU encapsulates every packet of the tunnel.',
  remedy: 'Leave `dont-fragment` at `auto`, and give the path room for the headers.',

  words: (_, { placement }) => ({
    ...(placement === 'unknown' && {
      why: 'The manual says what `disabled`, `enabled` and `auto` do to offloading, not `inherit`.',
    }),
    what:
      placement === 'unknown'
        ? 'whether VXLAN with `dont-fragment=inherit` is offloaded is not described'
        : 'VXLAN is done by the CPU, because its packets may be fragmented',
    fix: { set: 'dont-fragment', to: 'auto', title: 'forbid fragments' },
  }),
});
