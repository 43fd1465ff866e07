// VXLAN that may be fragmented.

import { propertyValue } from '../../model/config.ts';
import { defineVxlanRule } from '../tunnels.ts';

export const vxlanDfDisabled = defineVxlanRule({
  id: 'vxlan/vxlan-df-disabled',
  cost: 'M',
  summary: 'The chip encapsulates only with the flag that forbids fragments',
  why: 'With `dont-fragment=disabled` the CPU encapsulates every packet of the tunnel.',
  remedy: 'Leave `dont-fragment` at `auto`, and give the path room for the headers.',

  find({ item }) {
    const value = propertyValue(item, 'dont-fragment');
    if (value !== 'disabled' && value !== 'inherit') return [];
    const isKnown = value === 'disabled';
    return {
      placement: isKnown ? 'cpu' : 'unknown',
      ...(!isKnown && {
        why: 'The manual says what `disabled`, `enabled` and `auto` do to offloading, not `inherit`.',
      }),
      what: isKnown
        ? 'VXLAN is done by the CPU, because its packets may be fragmented'
        : 'whether VXLAN with `dont-fragment=inherit` is offloaded is not described',
      primary: ['dont-fragment', isKnown ? 'switches offloading off' : 'not described'],
      fix: { set: 'dont-fragment', to: 'auto', title: 'forbid fragments' },
    };
  },
});
