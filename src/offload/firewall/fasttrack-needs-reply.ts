// FastTrack of established connections: a connection is established once an answer was seen.

import { fasttrackMatches } from '../../forwarding/firewall/fasttrack-rules.ts';
import { isNamed } from '../../forwarding/firewall/firewall.ts';
import { aboutEach, defineRule, fastFamilies } from '../rule.ts';

export const fasttrackNeedsReply = defineRule({
  id: 'firewall/fasttrack-needs-reply',
  cost: 'i',

  check: aboutEach(fastFamilies(fasttrackMatches), ({ connectionState }) => {
    if (isNamed(connectionState, 'new')) return [];
    return {
      placement: 'fasttrack',
      what: 'streams that nobody answers are not fast-tracked by these rules',
      primary: ['connection-state', 'needs an answer first'],
    };
  }),
});
