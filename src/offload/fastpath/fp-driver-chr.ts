// A virtual router: whether its interfaces support FastPath is the hypervisor's choice.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpDriverChr = defineRule({
  id: 'fastpath/fp-driver-chr',
  cost: 'i',

  check({ network }) {
    if (fastpathBenefit(network) === 'none') return [];
    const end = allEnds(network).find(({ name }) => network.ports.get(name)?.port.medium === 'virtual');
    if (!end?.item) return [];
    return {
      subject: end.item,
      placement: 'unknown' as const,
      what: 'whether packets can take FastPath depends on the drivers that the hypervisor gives',
      primary: ['interface', `\`${end.name}\` is a virtual interface`],
    };
  },
});
