// Features that cost a bridge the help of its chip: the engine says which a bridge uses, and the chip which it has.

import { type FeatureWords, featureLosses, plainBridgeFacts } from '../bridge-offload.ts';
import { defineRule, type Rule, type RuleText } from '../rule.ts';

interface LostFeature extends RuleText {
  readonly words: FeatureWords;
}

const features: readonly LostFeature[] = [
  {
    id: 'l2/ether-type-nonprestera',
    cost: 'H',
    facts: ['l2.tag-stacking'],
    summary: 'Few switch chips filter VLANs by another tag than 0x8100',
    why: 'Every frame between the ports of the bridge passes the CPU.',
    remedy: 'Use `ether-type=0x8100`, or a switch whose chip knows service tags.',
    words: { name: 'service tags', off: ['0x8100', 'filter customer tags'] },
  },
  {
    id: 'l2/igmp-snooping-nonhw',
    cost: 'H',
    facts: ['l2.igmp-snooping'],
    summary: 'Not every switch chip offloads a bridge with IGMP snooping',
    why: 'Every frame between the ports of the bridge passes the CPU, not only multicast.',
    remedy: 'Switch snooping off on this device.',
    words: { name: 'IGMP snooping', off: ['no', 'switch snooping off'] },
  },
  {
    id: 'l2/mstp-nonhw',
    cost: 'H',
    summary: 'Not every switch chip offloads a bridge with MSTP',
    why: 'Every frame between the ports of the bridge passes the CPU.',
    remedy: 'Use RSTP.',
    words: { name: 'MSTP', off: ['rstp', 'use RSTP'] },
  },
  {
    id: 'l2/tag-stacking-nonprestera',
    cost: 'H',
    facts: ['l2.tag-stacking'],
    summary: 'Few switch chips offload a bridge with tag stacking',
    why: 'Every frame between the ports of the bridge passes the CPU.',
    remedy: 'Do the stacking on a switch whose chip knows it.',
    words: { name: 'tag stacking' },
  },
  {
    id: 'l2/vlan-filtering-nonhw',
    cost: 'H',
    facts: ['l2.vlan-filtering', 'l2.switch-vlan-table'],
    summary: 'Not every switch chip offloads VLAN filtering of the bridge',
    why: 'Every frame between the ports of the bridge passes the CPU.',
    remedy: 'Keep `vlan-filtering=no`, and write the VLANs into the VLAN table of the switch where the chip has one.',
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

export const lostFeatures: readonly Rule[] = features.map(({ words, facts = [], ...rule }) =>
  defineRule({
    ...rule,
    facts: [...facts, ...plainBridgeFacts],
    check: ({ network }) => featureLosses(network, rule.id, words),
  }),
);
