// More routes than an indexed table can hold at best.

import { documented } from '../evidence.ts';
import { label } from '../place.ts';
import { countRoutes } from '../route-count.ts';
import { defineRule } from '../rule.ts';

export const routeCapacityLpm = defineRule({
  id: 'route/route-capacity-lpm',
  cost: 'H',
  datapath: 'l3-routing',
  needs: 'configuration',
  facts: ['l3.table', 'l3.routes.ipv4'],
  summary: 'An indexed table holds a number of routes that depends on their shape, and no more than the vendor states',
  why: 'Beyond it all prefixes shorter than some length go through the CPU, the default route included.',
  remedy:
    'Add a default route with the most common next hop, prefer prefixes of whole octets, and suppress routes with little traffic.',
  evidence: [
    documented('routeros/l3hw#partial-offloading', 'the sizes are upper bounds; routes are offloaded by prefix length'),
  ],

  check({ network }) {
    const chip = network.offload;
    const table = chip?.switch.fact('l3.table');
    const size = chip?.switch.fact('l3.routes.ipv4');
    const { total } = countRoutes(network);
    const last = network.routes.findLast((route) => route.origin === 'static' && route.table === 'main');
    if (!chip?.l3Offload || !last || table?.value === 'shared' || total <= (size?.value ?? smallestTable)) return [];
    const isKnown = table !== undefined && size !== undefined;
    return [
      {
        subject: last.item,
        affects: network.routes.map(({ item }) => item),
        placement: isKnown ? 'partial' : 'unknown',
        what: isKnown
          ? `${total} entries of routes are more than the chip holds at best (${size.value})`
          : `nobody has recorded whether ${total} entries of routes fit this chip`,
        primary: label(last.item, 'dst-address', 'the last of them'),
        ...(isKnown && { evidence: [size.says(`the table holds up to ${size.value} routes`)] }),
      },
    ];
  },
});

/** No chip with such a table has less; below it the question does not arise. */
const smallestTable = 16_000;
