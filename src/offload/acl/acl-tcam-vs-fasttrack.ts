// Switch rules and FastTrack connections in one memory.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { defineRule, ofRoutingChip, restingOn } from '../rule.ts';
import { rulesOfRoutingChip, tellingProperty } from '../switch-rules.ts';

/** Share of the connections from which on the loss is worth a word. */
const noticeable = 0.25;

export const aclTcamVsFasttrack = defineRule({
  id: 'acl/acl-tcam-vs-fasttrack',
  cost: 'M',
  datapath: 'fasttrack',

  check: ofRoutingChip(({ chip, network }) => {
    const rules = rulesOfRoutingChip(network);
    const [first] = rules;
    if (!chip.fasttrackOffload || !first || fasttrackRules(network, 4).length === 0) return [];
    if (chip.switch.fact('l3.fasttrack')?.value === false) return [];
    const size = chip.switch.fact('l3.fasttrack-connections');
    const each = chip.switch.fact('acl.fasttrack-entries-per-rule');
    const taken = rules.length * (each?.value ?? 0);
    if (size && each && taken < noticeable * size.value) return [];
    return restingOn(size && each, 'how much room switch rules take from offloaded connections', {
      subject: first,
      placement: 'hardware',
      what: `${rules.length} switch rules take the room of up to ${taken} of ${size?.value} offloaded connections`,
      primary: [tellingProperty(first), `the first of ${rules.length}`],
      says: `a rule costs up to ${each?.value} FastTrack entries`,
    });
  }),
});
