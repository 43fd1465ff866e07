// The routes of a device as far as the site knows them, and who of the site is at the other end of a next hop.

import type { Route } from '../forwarding/network/network.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import { containsPrefix, type Prefix, parsePrefix, printPrefix } from '../model/prefix.ts';
import { append } from '../source/append.ts';
import { derivedOnce, derivedPer } from '../source/grouping.ts';
import type { Location } from '../source/location.ts';
import { expectedRoutes } from './learnt/expected.ts';
import { ownAddresses, rowsIn, wordOf } from './own-addresses.ts';

export const mainTable = 'main';

export interface SiteRoute extends Pick<Route, 'prefix' | 'table' | 'distance'> {
  /** Empty = a blackhole. */
  readonly gateways: readonly Prefix[];
  /** Where the site writes it. */
  readonly by: Location | undefined;
}

/** The best route of a table to a destination. */
export function bestRoute(
  intent: Intent,
  device: DeviceIntent,
  { table, wanted }: { readonly table: string; readonly wanted: Prefix },
): SiteRoute | undefined {
  return routesOf(intent, device)
    .filter(({ table: of, prefix }) => of === table && containsPrefix(prefix, wanted))
    .sort((a, b) => b.prefix.length - a.prefix.length || a.distance - b.distance)[0];
}

export const routesOf = derivedPer((intent: Intent, device: DeviceIntent): readonly SiteRoute[] => {
  const { settings, places } = device;
  const written = (settings.routes ?? []).map(
    ({ to: prefix, vrf: table = mainTable, via = [], distance = 1 }, index) => {
      return { prefix, table, gateways: via, distance, by: places.at('routes', index) };
    },
  );
  const learnt = expectedRoutes(intent, device).routes.map(({ prefix, table, gateways, distance }) => {
    return { prefix, table, gateways: gateways.map(({ address }) => address), distance, by: undefined };
  });
  return [...written, ...writtenAsRows(intent, device), ...learnt];
});

/** Routes in RouterOS's own properties. */
function writtenAsRows(intent: Intent, device: DeviceIntent): readonly SiteRoute[] {
  const { settings, places } = device;
  return (['routes', 'ipv6-routes'] as const).flatMap((key) =>
    rowsIn(settings.routing?.[key]).flatMap((row, index): SiteRoute | [] => {
      const prefix = parsePrefix(wordOf(row['dst-address']) || (key === 'routes' ? '0.0.0.0/0' : '::/0'));
      if (!prefix || wordOf(row.disabled) === 'yes') return [];
      const gateways = wordOf(row.gateway).split(',');
      return {
        prefix,
        table: wordOf(row['routing-table']) || mainTable,
        gateways: gateways.flatMap((gateway) => gatewaysAt(intent, device, gateway)),
        distance: Number(wordOf(row.distance) || 1),
        by: places.at('routing', key, index),
      };
    }),
  );
}

/** An address, or whoever of the site is at the other end of an interface. */
function gatewaysAt(intent: Intent, device: DeviceIntent, gateway: string): readonly Prefix[] {
  const [word = ''] = gateway.split(/[@%]/);
  const address = parsePrefix(word);
  if (address) return [address];
  const networks = ownAddresses(intent, device).flatMap((own) => (own.interface === word ? own.network : []));
  return [...holders(intent).keys()].flatMap((key) => {
    const host = parsePrefix(key);
    return host && networks.some((network) => containsPrefix(network, host)) ? [host] : [];
  });
}

export interface Holder {
  readonly device: DeviceIntent;
  /** By which packets enter that are sent to the address. */
  readonly enters: string;
  readonly isShared: boolean;
}

/** The other devices of the site that have an address: several where they share it. */
export function ownersOf(intent: Intent, here: DeviceIntent, address: Prefix): readonly Holder[] {
  const all = holders(intent).get(printPrefix(address)) ?? [];
  return all.some(({ device }) => device === here) ? [] : all.filter(({ isShared }, n) => n === 0 || isShared);
}

const holders = derivedOnce((intent: Intent): ReadonlyMap<string, readonly Holder[]> => {
  const found = new Map<string, Holder[]>();
  for (const device of intent.devices.values())
    for (const { host, interface: enters, isShared } of ownAddresses(intent, device))
      append(found, printPrefix(host), { device, enters, isShared });
  return found;
});
