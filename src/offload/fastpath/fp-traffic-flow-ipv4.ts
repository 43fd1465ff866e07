// Traffic-Flow beside FastTrack: it does not see these connections.

import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { isYes } from '../../model/config.ts';
import { aboutEach, defineRule, settingIn } from '../rule.ts';

export const fpTrafficFlowIpv4 = defineRule({
  id: 'fastpath/fp-traffic-flow-ipv4',
  cost: 'L',
  datapath: 'fasttrack',

  check: aboutEach(settingIn('/ip/traffic-flow', 'enabled'), ({ value }, { network }) => {
    const [fasttrack] = fasttrackRules(network, 4);
    if (!isYes(value) || !fasttrack) return [];
    return {
      what: 'packets of FastTrack connections are missing in Traffic-Flow',
      primary: ['enabled', 'does not see FastTrack'],
      related: [[fasttrack, 'action', 'takes packets past Traffic-Flow']],
    };
  }),
});
