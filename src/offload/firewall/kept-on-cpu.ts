// FastTrack rules whose connections the chip does not take: the engine says which, and each rule has the words for one
// cause.

import { routedEnds } from '../../forwarding/legs/ends.ts';
import { keptOffChip } from '../off-chip.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleText } from '../rule.ts';

interface Cause extends RuleText {
  readonly family?: 4 | 6;
  readonly words: Pick<FindingAbout, 'what' | 'primary'>;
}

const causes: readonly Cause[] = [
  {
    id: 'firewall/fasttrack-ipv6-hw',
    cost: 'M',
    summary: 'Chips offload FastTrack connections of IPv4 only',
    why: 'IPv6 connections stay on the CPU, FastTrack or not.',
    remedy: 'Route IPv6 in hardware with `ipv6-hw=yes` where no firewall has to see it.',
    uncertainty: 'IPv6 connections have a flag for hardware too; nobody has explained it.',
    family: 6,
    words: { what: 'FastTrack connections of IPv6 stay on the CPU', primary: ['action', 'never in hardware'] },
  },
  {
    id: 'firewall/fasttrack-rule-hw-offload-no',
    cost: 'i',
    summary: 'A FastTrack rule with `hw-offload=no` keeps its connections on the CPU',
    why: 'Connections that this rule takes are fast-tracked by the CPU and leave the room in the chip to others.',
    remedy: 'Set `hw-offload=yes` if that is not intended.',
    words: {
      what: 'connections of these FastTrack rules stay on the CPU, as the rules ask',
      primary: ['hw-offload', 'not offloaded'],
    },
  },
  {
    id: 'firewall/fasttrack-rule-in-mangle',
    cost: 'L',
    summary: 'Only filter rules have `hw-offload`',
    why: 'A FastTrack rule in mangle cannot choose whether its connections go to the chip.',
    remedy: 'Use a filter rule.',
    words: {
      what: 'FastTrack rules in mangle cannot choose what goes to the chip',
      primary: ['action', 'no hw-offload here'],
    },
  },
];

export const keptOnCpu: readonly Rule[] = causes.map(({ family = 4, words, ...rule }) =>
  defineRule({
    ...rule,
    facts: ['l3.fasttrack'],
    check: aboutEach(
      // With a single IPv6 network nothing is forwarded.
      (network) => (family === 6 && routedEnds(network, 6).length < 2 ? [] : keptOffChip(network, rule.id, family)),
      ({ placement }) => ({ placement, ...words }),
    ),
  }),
);
