// Whom a PPP session reaches once a client has dialled in: addresses that it is given, networks behind it.

import { type Config, enabledItemsOf, type Item, isYes, type MenuPath, propertyValue } from '../../model/config.ts';
import { derivedPer } from '../../source/grouping.ts';
import { poolAddresses } from '../network/address-lists.ts';
import { networksAmong } from '../network/addresses.ts';
import { pppKinds } from '../network/interfaces.ts';
import { addressInterval } from '../network/matchers.ts';
import type { Network } from '../network/network.ts';
import { cause } from '../packets/causes.ts';
import { type IntervalSet, subtract, unionOf } from '../packets/space.ts';

const givingMenus: readonly MenuPath[] = ['/ppp/secret', '/ppp/profile'];

/**
 * Undefined = nobody dials in. Hosts of connected networks stay what they are, whatever else a pool gives out.
 * Source: manual, ppp-aaa, `remote-address` and `routes`: they appear while the client is connected.
 */
export const clientsOf = derivedPer((network: Network, family: 4 | 6) => {
  const { config } = network;
  const rows = servesPpp(config) ? givingMenus.flatMap((menu) => enabledItemsOf(config, menu)) : [];
  const given = rows.map((item) => [item, addressesOf(config, item, family)] as const);
  const [first] = given.find(([, set]) => set.length > 0) ?? [];
  if (!first) return undefined;
  const all = [...network.l3Interfaces.values()].flatMap(({ addresses }) => addresses);
  const text = 'a PPP client that is connected is reached by its session, past any route of the chip';
  const why = cause('flow/learnt-route-unknown', text, first.origin);
  return { set: subtract(unionOf(given.flatMap(([, set]) => set)), networksAmong(all, family)), why };
});

/** Most servers are settings that say `enabled`, others rows with a name. */
function servesPpp(config: Config): boolean {
  const isNamed = ({ properties }: Item) => ['name', 'service-name', 'interface'].some((name) => properties.has(name));
  return pppKinds
    .flatMap((kind) => enabledItemsOf(config, `/interface/${kind}-server/server`))
    .some((item) => isYes(propertyValue(item, 'enabled') ?? (isNamed(item) ? 'yes' : 'no')));
}

function addressesOf(config: Config, item: Item, family: 4 | 6): IntervalSet {
  const remote = propertyValue(item, 'remote-address') ?? '';
  const routes = (propertyValue(item, 'routes') ?? '').split(',').map((route) => route.trim().split(/\s+/)[0] ?? '');
  const pool = poolAddresses(config, remote, family);
  const written = (pool ? routes : [remote, ...routes]).flatMap((text) => addressInterval(text, family) ?? []);
  return [...(pool ?? []), ...written];
}
