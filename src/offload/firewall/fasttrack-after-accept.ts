// A FastTrack rule behind an accept of the same packets: it is never reached.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { acceptBeforeFasttrack } from '../../forwarding/paths/forwarded.ts';
import { aboutEach, defineRule, fastFamilies } from '../rule.ts';

export const fasttrackAfterAccept = defineRule({
  id: 'firewall/fasttrack-after-accept',
  cost: 'H',
  summary: 'A FastTrack rule has to stand before the accept rule for the same packets',
  why: 'Established packets are accepted before they reach the FastTrack rule, so no connection is fast-tracked.',
  remedy: 'Move the FastTrack rule in front of the accept rule.',

  check: aboutEach(fastFamilies(fasttrackRules), (fasttrack, { network }) => {
    const accept = acceptBeforeFasttrack(network, fasttrack);
    if (!accept) return [];
    return {
      what: 'FastTrack is never reached: an earlier rule accepts the same packets',
      primary: ['action', 'never reached'],
      related: [[accept, 'action', 'accepts these packets first']],
    };
  }),
});
