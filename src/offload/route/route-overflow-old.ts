// More routes than fit, on a RouterOS version that does not know what to do then.

import { leavesRoutesToCpu } from '../../forwarding/legs/capacity.ts';
import { routeEntries } from '../../forwarding/routing/route-fit.ts';
import { smallestTable } from '../route-overflow.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const routeOverflowOld = defineRule({
  id: 'route/route-overflow-old',
  cost: 'H',

  check: ofRoutingChip(({ chip, network }) => {
    if (leavesRoutesToCpu(network)) return [];
    const size = chip.switch.fact('l3.routes.ipv4');
    const { total } = routeEntries(network);
    const last = network.routes.findLast(({ origin }) => origin === 'static');
    if (!last || total <= (size?.value ?? smallestTable)) return [];
    return {
      subject: last.item,
      affects: network.routes.map(({ item }) => item),
      placement: size ? 'unpredictable' : 'unknown',
      what: 'more routes than the chip holds: what happens to them is undefined in this RouterOS version',
      primary: ['dst-address', `one of ${total}`],
      ...(size && { evidence: [size.says(`the table holds ${size.value} routes`)] }),
    };
  }),
});
