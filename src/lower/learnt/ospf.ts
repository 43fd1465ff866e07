// The routes that OSPF brings: between devices of the site by the shortest paths of their areas, from outside as
// promised.

import type { Address } from '../../forwarding/network/network.ts';
import type { ExpectedGateway, ExpectedRoute } from '../../forwarding/routing/expected-routes.ts';
import { adjacencyProblem, areaId, type OspfEnd, ospfEnd } from '../../intent/check-sessions.ts';
import type { DeviceIntent, Intent } from '../../intent/intent.ts';
import { vrfOf } from '../../intent/networks.ts';
import type { Ospf } from '../../intent/schema-routing.ts';
import { families, isSamePrefix, type Prefix, printPrefix } from '../../model/prefix.ts';
import { computeIfAbsent } from '../../source/grouping.ts';
import { layOut } from '../layout.ts';
import { bgpRoutes } from './bgp.ts';
import { filtered, promises } from './filter.ts';

const defaultCost = 1;
const distance = 110;
const backbone = '0.0.0.0';

/** One address of an interface that OSPF runs on. */
interface Attached extends Pick<Address, 'interface' | 'host' | 'network'> {
  readonly device: string;
  readonly area: string;
  readonly cost: number;
  /** Absent = passive. */
  readonly end: OspfEnd | undefined;
}

/** The cheapest way from a device to another, in one area. */
interface Path {
  readonly cost: number;
  readonly first: readonly ExpectedGateway[];
}

interface Announced {
  readonly prefix: Prefix;
  readonly cost: number;
  /** From another protocol: such routes stay out of stub areas. */
  readonly isExternal: boolean;
  /** Another protocol expects it from outside of the site. */
  readonly isPromised?: true;
}

export function ospfRoutes(intent: Intent, device: DeviceIntent) {
  const { ospf } = device.settings;
  if (!ospf) return { routes: [], isComplete: true };
  const all = (ospf.version ?? ['2']).map((version) => routesOf(intent, device, ospf, version === '2' ? 4 : 6));
  return { routes: all.flatMap(({ routes }) => routes), isComplete: all.every(({ isComplete }) => isComplete) };
}

function routesOf(intent: Intent, device: DeviceIntent, ospf: Ospf, family: 4 | 6) {
  const attached = [...intent.devices.values()].flatMap((each) => attachedOf(intent, each, family));
  const found = cheapest(intent, device, attached, family);
  const own = attached.filter((each) => each.device === device.name);
  const derived = [...found.values()].flatMap(({ prefix, first, isPromised = false }): readonly ExpectedRoute[] => {
    const accepted = filtered(ospf.in, prefix);
    const isOwn = own.some(({ network }) => isSamePrefix(network, prefix));
    return accepted && !isOwn ? [expected(device, ospf, { prefix, gateways: first, accepted }, isPromised)] : [];
  });
  const outside = own.filter((each) => each.end && neighboursOf(each, attached).length === 0);
  const isTold = [...new Set(attached.map((each) => each.device))].every((name) => tellsAll(intent, name));
  if (outside.length === 0) return { routes: derived, isComplete: isTold };
  const promised = promises(ospf.in, ospf.routes, family);
  // Who answers there nobody says: any of the interfaces, by an address of its network.
  const gateways = outside.map(({ network, interface: name }) => ({
    address: { ...network, length: family === 4 ? 32 : 128 },
    interface: name,
  }));
  const routes = (promised ?? []).map(({ prefix, accepted }) =>
    expected(device, ospf, { prefix, gateways, accepted }, true),
  );
  return { routes: [...derived, ...routes], isComplete: isTold && promised !== undefined };
}

/** What the other devices announce, with the cheapest way there. */
function cheapest(
  intent: Intent,
  { name: start, settings }: DeviceIntent,
  attached: readonly Attached[],
  family: 4 | 6,
) {
  const found = new Map<string, Path & Pick<Announced, 'prefix' | 'isPromised'>>();
  for (const [key, way] of waysFrom(intent, start, attached)) {
    const [name = '', area = ''] = key.split(' ');
    const other = name === start ? undefined : intent.devices.get(name);
    const heard = (other ? announcedBy(intent, other, attached) : []).filter(
      ({ prefix, isExternal }) => prefix.family === family && !(isExternal && isStub(settings.ospf, area)),
    );
    for (const { prefix, cost: beyond, isPromised } of heard) {
      const cost = way.cost + beyond;
      const known = found.get(printPrefix(prefix));
      if (known && known.cost < cost) continue;
      const first = known?.cost === cost ? merge(known.first, way.first) : way.first;
      found.set(printPrefix(prefix), { prefix, cost, first, ...(isPromised && { isPromised }) });
    }
  }
  return found;
}

interface LearntPrefix {
  readonly prefix: Prefix;
  readonly gateways: readonly ExpectedGateway[];
  readonly accepted: NonNullable<ReturnType<typeof filtered>>;
}

function expected(
  { places }: DeviceIntent,
  { vrf }: Ospf,
  { prefix, gateways, accepted }: LearntPrefix,
  isPromised: boolean,
): ExpectedRoute {
  return {
    prefix,
    table: vrf ?? 'main',
    distance: accepted.distance ?? distance,
    gateways,
    suppressed: accepted.suppressed,
    by: 'OSPF',
    at: places.keyAt('ospf'),
    isPromised,
  };
}

function attachedOf(intent: Intent, device: DeviceIntent, family: 4 | 6): readonly Attached[] {
  const { ospf } = device.settings;
  if (!ospf || !(ospf.version ?? ['2']).includes(family === 4 ? '2' : '3')) return [];
  const { l3 } = layOut(intent, device);
  return Object.entries(ospf.areas).flatMap(([id, { interfaces }]) =>
    Object.entries(interfaces).flatMap(([name, { cost = defaultCost }]) =>
      (vrfOf(device.settings, name) === ospf.vrf ? (l3.get(name)?.addresses ?? []) : [])
        .filter(({ network }) => network.family === family)
        .map(({ host, network }): Attached => {
          const end = ospfEnd(device, { owner: name, host });
          return { device: device.name, area: areaId(id), interface: name, host, network, cost, end };
        }),
    ),
  );
}

function isStub(ospf: Ospf | undefined, area: string): boolean {
  return Object.entries(ospf?.areas ?? {}).some(
    ([id, { type = 'default' }]) => areaId(id) === area && type !== 'default',
  );
}

/** Other ends of its network that agree with it. */
function neighboursOf({ device, network, end }: Attached, attached: readonly Attached[]): readonly Attached[] {
  if (!end) return [];
  return attached.filter(
    (other) =>
      other.device !== device &&
      other.end &&
      isSamePrefix(other.network, network) &&
      adjacencyProblem(end, other.end) === undefined,
  );
}

/** Shortest paths to every device and area, `NAME AREA`: from area to area by way of devices on the backbone. */
function waysFrom(intent: Intent, start: string, attached: readonly Attached[]): ReadonlyMap<string, Path> {
  const ways = new Map<string, Path>(
    areasOf(start, attached).map((area) => [`${start} ${area}`, { cost: 0, first: [] }]),
  );
  for (let round = 0; round <= intent.devices.size * 2; round++) {
    let isChanged = false;
    for (const [key, way] of [...ways].flatMap((each) => onwards(start, each, attached))) {
      isChanged = improve(ways, key, way) || isChanged;
    }
    if (!isChanged) break;
  }
  return ways;
}

function areasOf(name: string, attached: readonly Attached[]): readonly string[] {
  return [...new Set(attached.filter(({ device }) => device === name).map(({ area }) => area))];
}

/** Where a way leads on: to neighbours in its area, and from the backbone into the other areas of its end. */
function onwards(start: string, [key, way]: readonly [string, Path], attached: readonly Attached[]) {
  const [name = '', area = ''] = key.split(' ');
  const next = attached
    .filter((each) => each.device === name && each.area === area)
    .flatMap((own) =>
      neighboursOf(own, attached)
        .filter(({ device }) => device !== start)
        .map(({ device, host }): readonly [string, Path] => {
          const first = name === start ? [{ address: host, interface: own.interface }] : way.first;
          return [`${device} ${area}`, { cost: way.cost + own.cost, first }];
        }),
    );
  const areas = areasOf(name, attached);
  const isBorder = name !== start && areas.includes(backbone);
  return isBorder ? [...next, ...areas.map((other): readonly [string, Path] => [`${name} ${other}`, way])] : next;
}

/** Whether the way is cheaper than the known one, or adds first hops to it. */
function improve(ways: Map<string, Path>, key: string, way: Path): boolean {
  const known = ways.get(key);
  if (known && known.cost < way.cost) return false;
  const next = known?.cost === way.cost ? { ...way, first: merge(known.first, way.first) } : way;
  if (known && next.first.length === known.first.length && known.cost === way.cost) return false;
  ways.set(key, next);
  return true;
}

function merge(a: readonly ExpectedGateway[], b: readonly ExpectedGateway[]): readonly ExpectedGateway[] {
  const byAddress = new Map([...a, ...b].map((each) => [printPrefix(each.address), each]));
  return [...byAddress.values()];
}

const announcements = new WeakMap<DeviceIntent, readonly Announced[]>();

function announcedBy(intent: Intent, device: DeviceIntent, attached: readonly Attached[]): readonly Announced[] {
  const internal = attached
    .filter((each) => each.device === device.name)
    .map(({ network, cost }) => ({ prefix: network, cost, isExternal: false }));
  return [...internal, ...computeIfAbsent(announcements, device, () => externalOf(intent, device))];
}

function externalOf(intent: Intent, device: DeviceIntent): readonly Announced[] {
  const { ospf, routes = [], bgp } = device.settings;
  const redistributes = (what: 'connected' | 'static' | 'bgp') => ospf?.redistribute?.includes(what) ?? false;
  const statics = routes.filter(({ vrf }) => vrf === ospf?.vrf).map(({ to }) => to);
  const networks = [...layOut(intent, device).l3.values()].flatMap(({ name, addresses }) =>
    vrfOf(device.settings, name) === ospf?.vrf ? addresses.map(({ network }) => network) : [],
  );
  const learnt = bgp && bgp.vrf === ospf?.vrf ? bgpRoutes(intent, device).routes : [];
  const installed = [...statics, ...learnt.map(({ prefix }) => prefix)].filter(({ length }) => length === 0);
  const defaults = families.filter(
    (family) =>
      ospf?.default === 'always' ||
      (ospf?.default === 'if-installed' && installed.some((each) => each.family === family)),
  );
  const prefixes = [
    ...(redistributes('connected') ? networks : []),
    ...(redistributes('static') ? statics.filter(({ length }) => length > 0) : []),
    ...defaults.map((family) => ({ family, base: 0n, length: 0 })),
  ];
  const ofBgp = redistributes('bgp') ? learnt.filter(({ prefix, isPromised }) => prefix.length > 0 || isPromised) : [];
  const external = { cost: 1, isExternal: true };
  return [
    ...prefixes.map((prefix) => ({ prefix, ...external })),
    ...ofBgp.map(({ prefix, isPromised }) => ({ prefix, ...external, ...(isPromised && { isPromised }) })),
  ];
}

/** Whether all is known of what a device hands on from BGP. */
function tellsAll(intent: Intent, name: string): boolean {
  const device = intent.devices.get(name);
  const isAsked = device?.settings.ospf?.redistribute?.includes('bgp') ?? false;
  return !device || !isAsked || bgpRoutes(intent, device).isComplete;
}
