// IPv6 in RouterOS versions that have no FastPath for it.

import { hasFastpath } from '../../forwarding/firewall/cpu-path.ts';
import { fasttrackRules } from '../../forwarding/firewall/fasttrack-rules.ts';
import { routedEnds } from '../../forwarding/legs/ends.ts';
import { fastpathBenefit } from '../fastpath-benefit.ts';
import { defineRule } from '../rule.ts';

export const fpIpv6Version = defineRule({
  id: 'fastpath/fp-ipv6-version',
  cost: 'H',

  check({ network, target }) {
    const benefit = fastpathBenefit(network, 6);
    if (hasFastpath(network, 6) || benefit === 'none' || benefit === 'hardware') return [];
    const what = `IPv6 packets take the slow path in RouterOS ${target.routeros.text}`;
    const [rule] = fasttrackRules(network, 6);
    if (rule) return { subject: rule, what, primary: ['action', 'there is no FastTrack for IPv6'] };
    const items = routedEnds(network, 6).flatMap((end) => end.interface.addresses.slice(0, 1).map(({ item }) => item));
    const item = items.find(({ menu }) => menu === '/ipv6/address');
    if (!item) return [];
    return {
      subject: item,
      // With a firewall the upgrade alone changes nothing: FastTrack rules for IPv6 have to be written.
      cost: benefit === 'fastpath' ? 'M' : 'i',
      what,
      primary: ['address', 'routed by the CPU'],
    };
  },
});
