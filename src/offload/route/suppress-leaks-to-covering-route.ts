// A suppressed route below a wider one that the chip has: it works only as long as the chip holds an exception for it.

import type { Route } from '../../forwarding/network/network.ts';
import { routesAround } from '../../forwarding/routing/route-table.ts';
import { defineRule, ofRoutingChip } from '../rule.ts';

export const suppressLeaksToCoveringRoute = defineRule({
  id: 'route/suppress-leaks-to-covering-route',
  cost: 'L',

  check: ofRoutingChip(({ network }) => {
    const suppressed = network.routes.filter((route) => route.suppressed);
    if (suppressed.length === 0) return [];
    const inChip = network.routes.filter((route) => !route.suppressed && !route.shadowed && route.usable);
    const places = new Map(inChip.map((route, index) => [route, index]));
    const placeOf = (route: Route) => places.get(route) ?? 0;
    return suppressed.flatMap((route) => {
      const wider = [...routesAround(inChip, route.table, route.prefix)]
        .flat()
        .filter(({ prefix }) => prefix.length < route.prefix.length);
      const [covering] = wider.sort((a, b) => placeOf(a) - placeOf(b));
      if (!covering) return [];
      return {
        subject: route.item,
        what: 'suppressed prefixes rely on an exception in the chip, below a wider hardware route',
        primary: ['dst-address', 'suppressed'],
        related: [
          [covering.item, covering.origin === 'static' ? 'dst-address' : 'address', 'a wider route in the chip'],
        ],
      };
    });
  }),
});
