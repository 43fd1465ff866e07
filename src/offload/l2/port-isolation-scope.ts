// Port isolation on a chip that routes: nobody says whether routed packets respect it. Between two chips it is none.

import { routesInHardware } from '../../forwarding/legs/ends.ts';
import { isolatedPorts } from '../../forwarding/paths/route-leg.ts';
import { listValues, propertyValue } from '../../model/config.ts';
import { defineRule } from '../rule.ts';

export const portIsolationScope = defineRule({
  id: 'l2/port-isolation-scope',
  cost: 'M',

  check({ config, network }) {
    const routing = routesInHardware(network) ? network.offload?.switch : undefined;
    return [...isolatedPorts(config)].flatMap(([name, item]) => {
      const finding = { subject: item, placement: 'unknown' as const };
      const own = network.ports.get(name)?.switch;
      const isElsewhere = (to: string) => own !== undefined && (network.ports.get(to)?.switch ?? own) !== own;
      const other = listValues(propertyValue(item, 'forwarding-override')).find(isElsewhere);
      if (other !== undefined) {
        return {
          ...finding,
          isCertainOfSome: true,
          why: 'Each chip knows its own ports alone, so that the row does not isolate as it says.',
          what: 'ports are isolated between those of one switch alone, and here two are named',
          primary: ['forwarding-override', `\`${name}\` is not on the switch of \`${other}\``],
        };
      }
      if (own === undefined || own !== routing) return [];
      return {
        ...finding,
        what: 'whether routed packets respect port isolation is not described',
        primary: ['forwarding-override', `isolates \`${name}\` in every VLAN`],
      };
    });
  },
});
