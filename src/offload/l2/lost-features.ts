// Features that cost a bridge the help of its chip: the engine says which a bridge uses, and the chip which it has.

import { type FeatureWords, featureLosses } from '../bridge-offload.ts';
import { defineRule, type Rule, type RuleHead } from '../rule.ts';

interface LostFeature extends RuleHead {
  readonly words: FeatureWords;
}

const features: readonly LostFeature[] = [
  {
    id: 'l2/ether-type-nonprestera',
    cost: 'H',
    words: { name: 'service tags', off: ['0x8100', 'filter customer tags'] },
  },
  {
    id: 'l2/igmp-snooping-nonhw',
    cost: 'H',
    words: { name: 'IGMP snooping', off: ['no', 'switch snooping off'] },
  },
  {
    id: 'l2/mstp-nonhw',
    cost: 'H',
    words: { name: 'MSTP', off: ['rstp', 'use RSTP'] },
  },
  {
    id: 'l2/tag-stacking-nonprestera',
    cost: 'H',
    words: { name: 'tag stacking' },
  },
  {
    id: 'l2/vlan-filtering-nonhw',
    cost: 'H',
    words: {
      name: 'VLAN filtering',
      off: ['no', 'move the VLANs to the switch menu, then switch filtering off'],
      instead: {
        fact: 'l2.switch-vlan-table',
        without: 'switch the VLANs on a device whose chip can: this one has no VLAN table either',
      },
    },
  },
];

export const lostFeatures: readonly Rule[] = features.map(({ words, ...rule }) =>
  defineRule({
    ...rule,
    check: ({ network }) => featureLosses(network, rule.id, words),
  }),
);
