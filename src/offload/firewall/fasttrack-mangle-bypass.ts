// FastTrack for traffic whose packets mangle is meant to change: those behind the first are sent as they came.

import { rewrittenBesideFasttrack } from '../../forwarding/forwarded.ts';
import { defineRule, ofEach } from '../rule.ts';

export const fasttrackMangleBypass = defineRule({
  id: 'firewall/fasttrack-mangle-bypass',
  cost: 'M',
  summary: 'FastTrack packets skip mangle, so that what it changes stays as it came',
  why: 'DSCP, TTL or priority are changed until a connection is established, and not after that.',
  remedy: 'Exclude this traffic from FastTrack, in both directions.',

  check: ofEach(rewrittenBesideFasttrack, ([item, { rule, from, to }]) => ({
    subject: item,
    placement: 'unpredictable',
    what: 'mangle does not change packets of FastTrack connections',
    primary: ['action', 'on the first packets of each connection alone'],
    related: [[rule, 'action', `takes connections from \`${from}\`${to === undefined ? '' : ` to \`${to}\``}`]],
    fix: 'accept this traffic before the FastTrack rule, in both directions',
  })),
});
