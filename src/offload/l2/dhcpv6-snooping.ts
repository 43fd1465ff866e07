// DHCPv6 snooping: a switch rule more, and no bridge FastPath.

import { bridgeStopImplies, explainBridgeStops } from '../bridge-fastpath.ts';
import { featureLosses } from '../bridge-offload.ts';
import { defineRule } from '../rule.ts';

export const dhcpv6Snooping = defineRule({
  id: 'l2/dhcpv6-snooping',
  cost: 'M',
  datapath: 'fasttrack',
  implies: bridgeStopImplies,

  check({ network }) {
    const off = ['no', 'switch it off'] as const;
    const losses = featureLosses(network, 'l2/dhcpv6-snooping', { name: 'DHCPv6 snooping', off });
    const lost = new Set(losses.map(({ subject }) => subject));
    const slowed = explainBridgeStops(
      network,
      (stop) => stop.property === property && !lost.has(stop.item),
      (_, { fasttrack }) => ({
        ...(!fasttrack && { placement: 'hardware', cost: 'i' }),
        what: 'DHCPv6 snooping switches bridge FastPath off; what the chip forwards is not affected',
        fix: { set: property, to: off[0], title: off[1] },
      }),
    );
    return [...losses.map((loss) => ({ cost: 'H' as const, ...loss })), ...slowed];
  },
});

const property = 'dhcpv6-snooping';
