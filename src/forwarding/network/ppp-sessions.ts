// Whom PPP servers reach once clients have dialled in: one interface stands for the sessions of a profile.

import { type Config, enabledItemsOf, type Item, isYes, propertyValue } from '../../model/config.ts';
import { derivedOnce, groupBy } from '../../source/grouping.ts';
import { type IntervalSet, isEmpty, unionOf } from '../packets/space.ts';
import { poolAddresses } from './address-lists.ts';
import { addressInterval } from './matchers.ts';

export interface PppSessions {
  readonly name: string;
  /** The server that they dial in to. */
  readonly server: Item;
  /** The profile, or what gives the first address where it is not written. */
  readonly item: Item;
  /** What they are given, and networks behind them. */
  readonly addresses: Readonly<Record<4 | 6, IntervalSet>>;
}

/** What PPP runs over, as a client or a server, beside serial lines. */
export const pppKinds = ['l2tp', 'ovpn', 'pppoe', 'pptp', 'sstp'] as const;

/** Source: manual, ppp-aaa, `remote-address` and `routes`: they appear while the client is connected. */
export const sessionsOf = derivedOnce((config: Config): readonly PppSessions[] => {
  const servers = pppKinds
    .flatMap((kind) => enabledItemsOf(config, `/interface/${kind}-server/server`))
    .filter((item) => isYes(propertyValue(item, 'enabled') ?? (isNamed(item) ? 'yes' : 'no')));
  const rows = [...enabledItemsOf(config, '/ppp/profile'), ...enabledItemsOf(config, '/ppp/secret')];
  const profileOf = (item: Item) => propertyValue(item, item.menu === '/ppp/profile' ? 'name' : 'profile') ?? 'default';
  return [...groupBy(rows, profileOf)].flatMap(([profile, items]): readonly PppSessions[] => {
    const given = (family: 4 | 6) => unionOf(items.flatMap((item) => addressesOf(config, item, family)));
    const addresses = { 4: given(4), 6: given(6) };
    const server = servers.find((each) => propertyValue(each, 'default-profile') === profile) ?? servers[0];
    if (!server || (isEmpty(addresses[4]) && isEmpty(addresses[6]))) return [];
    return [{ name: `<ppp-${profile}>`, server, item: items[0], addresses }];
  });
});

/** Most servers are settings that say `enabled`, others rows with a name. */
function isNamed({ properties }: Item): boolean {
  return ['name', 'service-name', 'interface'].some((name) => properties.has(name));
}

function addressesOf(config: Config, item: Item, family: 4 | 6): IntervalSet {
  const remote = propertyValue(item, 'remote-address') ?? '';
  const routes = (propertyValue(item, 'routes') ?? '').split(',').map((route) => route.trim().split(/\s+/)[0] ?? '');
  const pool = poolAddresses(config, remote, family);
  const written = (pool ? routes : [remote, ...routes]).flatMap((text) => addressInterval(text, family) ?? []);
  return [...(pool ?? []), ...written];
}
