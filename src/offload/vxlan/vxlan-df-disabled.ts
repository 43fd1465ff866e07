// Tunnel packets that may be fragmented: the chip does not fragment.

import { propertyValue } from '../../model/config.ts';
import { documented } from '../evidence.ts';
import { replaceValue, setCommand } from '../fix.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { offloadableVxlans } from '../vxlans.ts';

export const vxlanDfDisabled = defineRule({
  id: 'vxlan/vxlan-df-disabled',
  cost: 'M',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: ['l3.vxlan'],
  summary: 'The chip encapsulates VXLAN with the do-not-fragment bit set',
  why: 'The tunnel wants packets without that bit, which the chip does not send, so they go through the CPU. Whether `inherit` does the same is not documented.',
  remedy: 'Leave `dont-fragment=auto`.',
  evidence: [documented('routeros/vxlan', 'auto means enabled where the chip encapsulates')],

  check({ network }) {
    return offloadableVxlans(network).flatMap(({ item }) => {
      const mode = propertyValue(item, 'dont-fragment') ?? 'auto';
      if (mode !== 'disabled' && mode !== 'inherit') return [];
      return [
        {
          subject: item,
          placement: mode === 'disabled' ? 'cpu' : 'unknown',
          what:
            mode === 'disabled'
              ? 'VXLAN goes through the CPU: its packets may be fragmented'
              : 'whether VXLAN with an inherited do-not-fragment bit is in hardware is not known',
          primary: label(item, 'dont-fragment', 'not what the chip sends'),
          fix: replaceValue(
            item,
            'dont-fragment',
            'auto',
            'leave it to RouterOS',
            setCommand(item, 'name', 'dont-fragment=auto'),
          ),
        },
      ];
    });
  },
});
