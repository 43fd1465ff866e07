// Traffic-Flow beside FastTrack: it does not see these connections.

import { fasttrackRules } from '../../forwarding/fasttrack-rules.ts';
import { isYes } from '../../model/config.ts';
import { defineRule } from '../rule.ts';
import { settingOf } from '../settings.ts';

export const fpTrafficFlowIpv4 = defineRule({
  id: 'fastpath/fp-traffic-flow-ipv4',
  cost: 'L',
  datapath: 'fasttrack',
  summary: 'Traffic-Flow does not see packets of FastTrack connections',
  why: 'Most packets of these connections are missing in what the collector gets.',
  remedy: 'Keep the traffic that has to be accounted out of FastTrack.',

  check({ config, network }) {
    const enabled = settingOf(config, '/ip/traffic-flow', 'enabled');
    const [fasttrack] = fasttrackRules(network);
    if (!enabled || !isYes(enabled.value) || !fasttrack) return [];
    return {
      subject: enabled.item,
      placement: 'cpu',
      what: 'packets of FastTrack connections are missing in Traffic-Flow',
      primary: ['enabled', 'does not see FastTrack'],
      related: [[fasttrack, 'action', 'takes packets past Traffic-Flow']],
    };
  },
});
