// More routes than a table holds in which every prefix and every host takes an entry.

import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { countRoutes } from '../route-count.ts';
import { defineRule } from '../rule.ts';

export const routeCapacityF2k = defineRule({
  id: 'route/route-capacity-f2k',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: ['l3.table', 'l3.routes.ipv4'],
  summary: 'Prefixes and resolved hosts share one table of fixed size',
  why: 'When the table is full, the longest prefixes stay in hardware and the shortest go to the CPU first, the default route among them.',
  remedy: 'Summarise routes, or suppress offloading of those with little traffic.',
  evidence: [
    documented('routeros/l3hw#partial-offloading', 'routes are offloaded by prefix length as far as the table reaches'),
  ],

  check({ network }) {
    const chip = network.offload;
    const table = chip?.switch.fact('l3.table');
    const size = chip?.switch.fact('l3.routes.ipv4');
    const { total } = countRoutes(network);
    const last = network.routes.findLast((route) => route.origin === 'static' && route.table === 'main');
    if (!chip?.l3Offload || !last || table?.value === 'indexed' || total <= (size?.value ?? smallestTable)) return [];
    const isKnown = table !== undefined && size !== undefined;
    return [
      {
        subject: last.item,
        affects: network.routes.map(({ item }) => item),
        placement: isKnown ? 'partial' : 'unknown',
        what: isKnown
          ? `${total} entries of routes do not fit the ${size.value} of the chip, hosts not counted`
          : `nobody has recorded whether ${total} entries of routes fit this chip`,
        primary: label(last.item, 'dst-address', 'the last of them'),
        ...(isKnown && { evidence: [size.says(`the table holds ${size.value} entries`)] }),
      },
    ];
  },
});

/** No chip that routes has less; below it the question does not arise. */
const smallestTable = 13_000;
