// Connection tracking that is forced on although no rule needs it.

import { fastpathStops } from '../../forwarding/firewall/cpu-path.ts';
import { firewallItems } from '../fastpath-benefit.ts';
import { aboutEach, defineRule } from '../rule.ts';

export const conntrackForcedOn = defineRule({
  id: 'firewall/conntrack-forced-on',
  cost: 'M',

  check: aboutEach(
    (network) => fastpathStops(network, 4),
    ({ property, reason }, { network }) => {
      const isNeeded = firewallItems(network, 4).some(({ menu }) => menu !== '/ip/firewall/raw');
      if (reason.cause.code !== 'fastpath/fp-conntrack-active' || isNeeded) return [];
      return {
        placement: reason.placement,
        ...(network.offload?.l3Offload && { cost: 'i' }),
        what: 'everything that the CPU forwards takes the slow path: connections are tracked without need',
        primary: [property, 'forced on'],
        fix: { set: property, to: 'auto', title: 'track connections only while a rule needs it' },
      };
    },
  ),
});
