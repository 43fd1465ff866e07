// Default routes that DHCP, PPP and LTE clients will add: their gateway is not known before they run.

import {
  type Config,
  enabledItemsOf,
  familyOfMenu,
  type Item,
  itemsOf,
  listValues,
  type MenuPath,
  propertyValue,
} from '../../model/config.ts';
import type { Route } from '../network/network.ts';

/**
 * Menus of clients: whose name they go by, whether they add a route where they do not say, and its distance then.
 * Source: manual, pages of these menus.
 */
const clientMenus: readonly (readonly [menu: MenuPath, ownInterface: boolean, adds: string, distance: number])[] = [
  ['/ip/dhcp-client', false, 'yes', 1],
  ['/ipv6/dhcp-client', false, 'no', 1],
  ['/interface/pppoe-client', true, 'no', 1],
  ['/interface/l2tp-client', true, 'no', 1],
  ['/interface/ovpn-client', true, 'no', 1],
  ['/interface/pptp-client', true, 'no', 1],
  ['/interface/sstp-client', true, 'no', 1],
  ['/interface/lte', true, 'yes', 2],
];

export function clientRoutes(
  config: Config,
  { vrfOf, isUp }: { vrfOf(name: string): string; isUp(name: string): boolean },
): readonly Route[] {
  return clientMenus.flatMap(([menu, ownInterface, adds, usual]) => {
    const prefix = { family: familyOfMenu(menu), base: 0n, length: 0 } as const;
    return enabledItemsOf(config, menu).flatMap((item) => {
      // A modem that nobody renamed has its factory name.
      const own = propertyValue(item, 'name') ?? propertyValue(item, 'default-name') ?? item.key;
      const name = ownInterface ? own : propertyValue(item, 'interface');
      const wish = wishOf(config, item);
      if (name === undefined || !wish || !isUp(name)) return [];
      if ((propertyValue(wish, 'add-default-route') ?? adds) === 'no') return [];
      const distance = Number(propertyValue(wish, 'default-route-distance') ?? usual);
      return directRoute({ item, origin: 'dynamic', prefix, table: vrfOf(name), distance }, name);
    });
  });
}

/** By an interface itself, which is up. */
export function directRoute(
  route: Pick<Route, 'item' | 'origin' | 'prefix' | 'table' | 'distance'>,
  name: string,
): Route {
  const nextHops = [{ kind: 'interface', interface: name } as const];
  return { ...route, nextHops, suppressed: false, shadowed: false, usable: true };
}

/**
 * What an LTE interface asks of its route stands in its APNs; undefined = all are passed through to hosts, and ask
 * nothing for the device. Source: manual, lte-5g, "APN profiles" and "Passthrough Example".
 */
function wishOf(config: Config, item: Item): Item | undefined {
  if (item.menu !== '/interface/lte') return item;
  const written = listValues(propertyValue(item, 'apn-profiles'));
  const names = written.length > 0 ? written : ['default'];
  // The row that every device has is told by a flag, not by its name.
  const apns = itemsOf(config, '/interface/lte/apn').filter((apn) =>
    names.includes(propertyValue(apn, 'name') ?? 'default'),
  );
  return apns.length > 0 ? apns.find((apn) => propertyValue(apn, 'passthrough-interface') === undefined) : item;
}
