// IPv6 in the route memory of the chip while IPv4 already fills most of it.

import { routeEntries } from '../../forwarding/routing/route-fit.ts';
import { settingOf } from '../../model/config.ts';
import { smallestTable } from '../route-overflow.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

/** Share of the table from which on the rest is worth a word. */
const fullEnough = 0.7;

export const ipv6HwMemory = defineRule({
  id: 'route/ipv6-hw-memory',
  cost: 'M',

  check: ofRoutingChip(({ chip, config, network }) => {
    const setting = settingOf(config, '/interface/ethernet/switch/l3hw-settings', 'ipv6-hw');
    if (!chip.ipv6Offload || !setting) return [];
    const size = chip.switch.fact('l3.routes.ipv4');
    const { ipv4, total } = routeEntries(network);
    if (total <= fullEnough * (size?.value ?? smallestTable)) return [];
    return {
      subject: setting.item,
      placement: size ? 'partial' : 'unknown',
      what: size
        ? `IPv6 shares a table that is ${Math.round((100 * total) / size.value)} % full, with ${ipv4} IPv4 routes`
        : `IPv6 shares a table with ${ipv4} IPv4 routes, and its size is not documented`,
      primary: ['ipv6-hw', 'takes room from IPv4'],
      ...(size && { evidence: [size.says(`the table holds ${size.value} IPv4 routes`)] }),
    };
  }),
});
