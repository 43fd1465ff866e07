// FastTrack over a bridge whose FastPath is off.

import type { Concerns } from '../../forwarding/bypass/routed-classes.ts';
import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { bridgeBelow } from '../../forwarding/network/masters.ts';
import { type Forwarded, forwarded } from '../../forwarding/paths/forwarded.ts';
import { firstOf } from '../../source/grouping.ts';
import { bridgeFastpathBlocks } from '../bridge-fastpath.ts';
import { defineRule, fastFamilies } from '../rule.ts';

export const fasttrackBridgeFpOff = defineRule({
  id: 'firewall/fasttrack-bridge-fp-off',
  cost: 'H',
  implies: ['fastpath/fp-bridge-conditions'],

  check({ network }) {
    const blocks = bridgeFastpathBlocks(network);
    const [rule] = fastFamilies(fasttrackRules)(network);
    if (blocks.length === 0 || !rule) return [];
    const concerns: Concerns = (from, to) =>
      [from, to].some(({ first }) => bridgeBelow(network, first.name) !== undefined);
    const isAffected = ({ from, to, outcome: { fasttracked, because } }: Forwarded) =>
      [from, to ?? ''].some((name) => bridgeBelow(network, name) !== undefined) &&
      (fasttracked !== undefined || because.some(({ code }) => code === 'firewall/fasttrack-bridge-fp-off'));
    const affected =
      firstOf(forwarded(network, 4, concerns), isAffected) ?? firstOf(forwarded(network, 6, concerns), isAffected);
    if (!affected) return [];
    const { from, to, outcome } = affected;
    const taking = outcome.fasttracked?.rule.item ?? rule;
    return blocks.map(({ item, property, text }) => ({
      subject: taking,
      affects: [item],
      what: 'FastTrack connections over a bridge are slow: bridge FastPath is off',
      primary: [item, property, text],
      related: [[taking, 'action', `takes connections from \`${from}\`${to === undefined ? '' : ` to \`${to}\``}`]],
    }));
  },
});
