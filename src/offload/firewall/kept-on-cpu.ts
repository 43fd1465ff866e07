// FastTrack rules whose connections the chip does not take: the engine says which, and each rule has the words for one
// cause.

import { routedEnds } from '../../forwarding/legs/ends.ts';
import { keptOffChip } from '../off-chip.ts';
import { aboutEach, defineRule, type FindingAbout, type Rule, type RuleHead } from '../rule.ts';

interface Cause extends RuleHead {
  readonly family?: 4 | 6;
  readonly words: Pick<FindingAbout, 'what' | 'primary'>;
}

const causes: readonly Cause[] = [
  {
    id: 'firewall/fasttrack-ipv6-hw',
    cost: 'M',
    family: 6,
    words: { what: 'FastTrack connections of IPv6 stay on the CPU', primary: ['action', 'never in hardware'] },
  },
  {
    id: 'firewall/fasttrack-rule-hw-offload-no',
    cost: 'i',
    words: {
      what: 'connections of these FastTrack rules stay on the CPU, as the rules ask',
      primary: ['hw-offload', 'not offloaded'],
    },
  },
  {
    id: 'firewall/fasttrack-rule-in-mangle',
    cost: 'L',
    words: {
      what: 'FastTrack rules in mangle cannot choose what goes to the chip',
      primary: ['action', 'no hw-offload here'],
    },
  },
];

export const keptOnCpu: readonly Rule[] = causes.map(({ family = 4, words, ...rule }) =>
  defineRule({
    ...rule,
    check: aboutEach(
      // With a single IPv6 network nothing is forwarded.
      (network) => (family === 6 && routedEnds(network, 6).length < 2 ? [] : keptOffChip(network, rule.id, family)),
      ({ placement }) => ({ placement, ...words }),
    ),
  }),
);
