// FastTrack for traffic whose packets mangle is meant to change: those behind the first are sent as they came.

import { firewallOf } from '../../forwarding/firewall.ts';
import { rewritesPackets } from '../../forwarding/rule-effects.ts';
import { defineSkippedRule } from '../skipped.ts';

export const fasttrackMangleBypass = defineSkippedRule({
  id: 'firewall/fasttrack-mangle-bypass',
  cost: 'M',
  summary: 'FastTrack packets skip mangle, so that what it changes stays as it came',
  why: 'DSCP, TTL or priority are changed until a connection is established, and not after that.',
  remedy: 'Exclude this traffic from FastTrack, in both directions.',

  policies: (network) =>
    firewallOf(network, 4)
      .all('mangle')
      .flatMap((rule) => (rewritesPackets(rule) ? [rule.item] : [])),
  words: () => ({
    what: 'mangle does not change packets of FastTrack connections',
    primary: ['action', 'on the first packets of each connection alone'],
  }),
});
