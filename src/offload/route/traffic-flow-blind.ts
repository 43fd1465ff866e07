// Traffic-Flow on a device whose chip forwards: what the chip forwards is not accounted.

import { countingFor } from '../../forwarding/firewall/features.ts';
import { hardwareEnds, routesInHardware } from '../../forwarding/legs/ends.ts';
import { families } from '../../model/prefix.ts';
import { defineRule } from '../rule.ts';

export const trafficFlowBlind = defineRule({
  id: 'route/traffic-flow-blind',
  cost: 'M',

  check({ network }) {
    if (!routesInHardware(network)) return [];
    const ends = families.flatMap((family) => hardwareEnds(network, family).map(({ name }) => name));
    const item = countingFor(network, ends);
    if (!item) return [];
    return {
      subject: item,
      placement: 'hardware',
      what: 'flows that the chip routes are missing in Traffic-Flow',
      primary: ['enabled', 'sees what the CPU forwards'],
    };
  },
});
