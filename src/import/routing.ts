// Static routes and VRFs, as far as a site has words for them.

import { NetworkIndex } from '../intent/network-index.ts';
import { route as routeSchema } from '../intent/schema-routing.ts';
import {
  type Config,
  enabledItemsOf,
  type Item,
  isDynamic,
  isYes,
  itemsOf,
  listValues,
  type MenuPath,
  propertyValue,
} from '../model/config.ts';
import { effective, isFlag, propertySpec } from '../model/menus.ts';
import { containsPrefix, type Prefix, parsePrefix, printPrefix } from '../model/prefix.ts';
import { isUsual } from '../model/values.ts';
import { wordSet } from '../source/word-set.ts';
import type { OwnAddress } from './addresses.ts';
import { descriptionOf } from './comments.ts';
import { legalised, nameOf } from './names.ts';
import { type DeviceDraft, oneOrMany, type RouteDraft } from './site-draft.ts';

type Vrfs = NonNullable<DeviceDraft['vrfs']>;

/** VRFs whose interfaces the site has. */
export function vrfsOf(config: Config, interfaces: ReadonlySet<string>): Vrfs {
  const vrfs: Vrfs = {};
  for (const item of enabledItemsOf(config, '/ip/vrf')) {
    const name = nameOf(item);
    const members = listValues(propertyValue(item, 'interfaces'));
    if (name === 'main' || isDynamic(item) || legalised(name) !== name || members.length === 0) continue;
    if (!members.every((member) => interfaces.has(member))) continue;
    vrfs[name] = { interfaces: oneOrMany(members), description: descriptionOf(item) };
  }
  return vrfs;
}

/** Interfaces whose networks nobody knows before they are up. */
const clients: readonly MenuPath[] = [
  '/ip/dhcp-client',
  '/ipv6/dhcp-client',
  '/interface/pppoe-client',
  '/interface/l2tp-client',
  '/interface/ovpn-client',
];

/**
 * Routes over neighbours in `networks`, those of the device: of others a site could not tell that they lead anywhere,
 * unless the device is told networks by others. Of several to one prefix with one distance, which RouterOS joins, a
 * site takes none.
 */
export function routesOf(config: Config, vrfs: Vrfs, networks: readonly OwnAddress[]): RouteDraft[] {
  const isTold = clients.some((menu) => itemsOf(config, menu).length > 0);
  const isNeighbour = neighbourhood(networks, isTold);
  const isReachable = ({ via }: RouteDraft) => [via ?? []].flat().every(isNeighbour);
  const drafts = (['/ip/route', '/ipv6/route'] as const).flatMap((menu) =>
    enabledItemsOf(config, menu).flatMap((item) => {
      const draft = isDynamic(item) || hasFurtherSettings(item) ? undefined : routeDraft(item, vrfs);
      return draft && isReachable(draft) && routeSchema.safeParse(draft).success ? [draft] : [];
    }),
  );
  const keyOf = ({ vrf, to, distance }: RouteDraft) => [vrf, to, distance].join(' ');
  const counts = new Map<string, number>();
  for (const draft of drafts) counts.set(keyOf(draft), (counts.get(keyOf(draft)) ?? 0) + 1);
  return drafts.filter((draft) => counts.get(keyOf(draft)) === 1);
}

function neighbourhood(networks: readonly OwnAddress[], isTold: boolean): (gateway: string) => boolean {
  const own = new Set(networks.map(({ host }) => printPrefix(host)));
  const attached = new NetworkIndex<{ readonly network: Prefix }>(networks);
  for (const { network } of networks) attached.add({ network });
  return (gateway) => {
    const hop = parsePrefix(gateway);
    if (!hop || own.has(printPrefix(hop))) return false;
    return isTold || attached.first({ network: hop }, ({ network }) => containsPrefix(network, hop)) !== undefined;
  };
}

const modelled = wordSet(`
  dst-address gateway blackhole distance check-gateway suppress-hw-offload routing-table comment disabled
`);

/** Routes have no key to change them by, so one that says more than a site can is taken whole into `raw:`. */
function hasFurtherSettings(item: Item): boolean {
  return [...item.properties].some(([name, { value }]) => {
    if (modelled.has(name)) return false;
    const spec = propertySpec(item.menu, name);
    return !isUsual(spec, value);
  });
}

function routeDraft(item: Item, vrfs: Vrfs): RouteDraft | undefined {
  const to = parsePrefix(effective(item, 'dst-address').value);
  const table = effective(item, 'routing-table').value;
  // In a VRF a gateway that names no table is one of `main`, which a site does not say of a route.
  const [own, vrf] = table === 'main' ? [''] : [`@${table}`, table];
  const gateways = listValues(propertyValue(item, 'gateway'));
  const via = gateways.map((gateway) => (gateway.endsWith(own) ? gateway.slice(0, gateway.length - own.length) : ''));
  const isBlackhole = isFlag(item.menu, 'blackhole') && item.properties.has('blackhole');
  if (!to || (vrf !== undefined && !vrfs[vrf]) || !via.every((gateway) => isHost(gateway, to.family))) return undefined;
  const check = propertyValue(item, 'check-gateway');
  const distance = Number(propertyValue(item, 'distance') ?? 1);
  const suppress = propertyValue(item, 'suppress-hw-offload');
  return {
    to: printPrefix(to),
    ...(isBlackhole && { blackhole: true }),
    ...(via.length > 0 && { via: oneOrMany(via) }),
    distance: distance === 1 ? undefined : distance,
    'check-gateway': check === 'ping' || check === 'arp' || check === 'bfd' ? check : undefined,
    'suppress-hw-offload': isYes(suppress) ? true : undefined,
    vrf,
    description: descriptionOf(item),
  };
}

function isHost(text: string, family: Prefix['family']): boolean {
  return !text.includes('/') && parsePrefix(text)?.family === family;
}
