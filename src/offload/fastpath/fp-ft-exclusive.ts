// FastPath and FastTrack beside each other: where there is FastTrack, IP FastPath is inactive.

import { firewallOnTheWay, ofEitherFamily } from '../fastpath-benefit.ts';
import { defineRule, type WrittenFinding } from '../rule.ts';

export const fpFtExclusive = defineRule({
  id: 'fastpath/fp-ft-exclusive',
  cost: 'i',
  datapath: 'fasttrack',
  implies: ['fastpath/fp-firewall-rules', 'fastpath/fp-conntrack-active'],

  check: ({ network }) =>
    ofEitherFamily((family): readonly WrittenFinding[] => {
      const { fasttrack } = firewallOnTheWay(network, family);
      if (!fasttrack) return [];
      const what = 'FastTrack takes the place of IP FastPath, which is inactive';
      return [{ subject: fasttrack, what, primary: ['action', 'FastTrack takes its place'] }];
    }),
});
