// FastTrack for IPv6: the CPU does it, no chip.

import { routedEnds } from '../../forwarding/ends.ts';
import { keptOffChip } from '../off-chip.ts';
import { defineRule } from '../rule.ts';

export const fasttrackIpv6Hw = defineRule({
  id: 'firewall/fasttrack-ipv6-hw',
  cost: 'M',
  facts: ['l3.fasttrack'],
  summary: 'Chips offload FastTrack connections of IPv4 only',
  why: 'IPv6 connections stay on the CPU, FastTrack or not.',
  remedy: 'Route IPv6 in hardware with `ipv6-hw=yes` where no firewall has to see it.',
  uncertainty: 'IPv6 connections have a flag for hardware too; nobody has explained it.',

  check({ network }) {
    // With a single IPv6 network nothing is forwarded.
    if (routedEnds(network, 6).length < 2) return [];
    return keptOffChip(network, 'firewall/fasttrack-ipv6-hw', 6).map(({ item, placement }) => ({
      subject: item,
      placement,
      what: 'FastTrack connections of IPv6 stay on the CPU',
      primary: ['action', 'never in hardware'],
    }));
  },
});
