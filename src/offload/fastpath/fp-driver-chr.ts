// A virtual router: whether its interfaces support FastPath is the hypervisor's choice.

import { allEnds } from '../../forwarding/legs/ends.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpDriverChr = defineRule({
  id: 'fastpath/fp-driver-chr',
  cost: 'i',
  summary: 'Virtual interfaces support FastPath with some drivers only',
  why: 'Which driver an interface has is set in the hypervisor, so the configuration does not tell.',
  remedy: 'Use the vmxnet3 or virtio driver.',

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
