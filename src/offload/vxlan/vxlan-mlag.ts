// VXLAN beside MLAG.

import { documented } from '../evidence.ts';
import { mlagSettings } from '../mlag.ts';
import { label } from '../place.ts';
import { defineRule } from '../rule.ts';
import { vxlansOf } from '../vxlans.ts';

export const vxlanMlag = defineRule({
  id: 'vxlan/vxlan-mlag',
  cost: 'H',
  datapath: 'l2-switching',
  needs: 'configuration',
  facts: [],
  summary: 'MLAG and VXLAN are not supported together',
  why: 'The vendor does not support the combination, so what happens to frames of the tunnel is undefined.',
  remedy: 'Use one of them on this device.',
  evidence: [documented('routeros/vxlan', 'MLAG is listed as not supported')],

  check({ network }) {
    const [mlag] = mlagSettings(network);
    if (!mlag) return [];
    return vxlansOf(network).map(({ item }) => ({
      subject: item,
      placement: 'unavailable',
      what: 'VXLAN is not supported on an MLAG pair',
      primary: label(item, 'name', 'a tunnel'),
      related: [label(mlag.item, mlag.property, 'switches MLAG on')],
    }));
  },
});
