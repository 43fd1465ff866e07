// FastTrack for protocols that it does not serve.

import { mayBeFast } from '../../forwarding/cpu/why-slow.ts';
import { fasttrackMatches } from '../../forwarding/firewall/fasttrack-rules.ts';
import { aboutEach, defineRule, fastFamilies } from '../rule.ts';

export const fasttrackL4Limit = defineRule({
  id: 'firewall/fasttrack-l4-limit',
  cost: 'M',

  check: aboutEach(fastFamilies(fasttrackMatches), ({ match }) => {
    if (mayBeFast(match)) return [];
    return {
      what: 'FastTrack does nothing for protocols other than TCP and UDP',
      primary: ['protocol', 'never fast-tracked'],
    };
  }),
});
