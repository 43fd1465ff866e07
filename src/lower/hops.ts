// The devices that a flow of the site crosses, there and back.

import type { Direction, Undelivered } from '../forwarding/packets/flow.ts';
import type { Intent } from '../intent/intent.ts';
import type { FlowSettings } from '../intent/schema.ts';
import { families, type Prefix, parsePrefix, printPrefix } from '../model/prefix.ts';
import { computeIfAbsent, derivedOnce, derivedPer } from '../source/grouping.ts';
import { layOut, subnetsOf } from './layout.ts';
import { expectedRoutes } from './learnt/expected.ts';
import { linkTo, ownAddresses, sharedBelow } from './own-addresses.ts';
import {
  everything,
  localAt,
  type OneWayFlow,
  type PassedDevice,
  placesAt,
  placesTowards,
  routersOf,
  type SitePaths,
  sitePathsOf,
  type TableOfDevice,
  tableAt,
  tableKey,
} from './site-paths.ts';
import { bestRoute, ownersOf, routesOf } from './site-routes.ts';
import type { FlowEnd } from './translated-on.ts';

export interface Hop {
  readonly device: string;
  /** Interfaces towards the devices of the site that send the packets here; none = the end itself, or outside. */
  readonly from: readonly string[];
  /** The same for the answers. */
  readonly to: readonly string[];
  /** Absent = both directions pass the device. */
  readonly only?: Direction;
  /** Packets that get no further than here, or are sent round. */
  readonly undelivered?: Undelivered;
  /** Part of the way is outside the site, where nobody knows it. */
  readonly isAssumed?: true;
  /** The packets that go this way; absent = all of the flow. */
  readonly part?: readonly OneWayFlow[];
}

/** From the source on, then what the answers alone cross. Empty when no device of the site has an end of the flow. */
export const hopsOf = derivedPer((intent: Intent, flow: FlowSettings): readonly Hop[] => {
  const all = oneWayFlowsOf(intent, flow);
  const found = new Map<string, { hop: Hop; part: OneWayFlow[] }>();
  for (const oneWay of all) {
    for (const { as: given, forwarded, ...hop } of hopsOfOneWay(intent, oneWay, flow['one-way'] === true)) {
      const { undelivered, ...where } = hop;
      const as = given === 'open' ? undefined : given;
      const key = JSON.stringify([
        where,
        undelivered && { ...undelivered, at: undefined },
        as && printPrefix(as),
        forwarded?.to.label,
      ]);
      const seen = as ? { ...oneWay, from: { ...oneWay.from, prefix: as } } : oneWay;
      const own = forwarded ? { ...seen, ...forwarded } : seen;
      computeIfAbsent(found, key, () => ({ hop, part: [] })).part.push(own);
    }
  }
  return [...found.values()].map(({ hop, part }) => {
    const isWhole = part.length === all.length && part.every((each) => all.includes(each));
    return isWhole ? hop : { ...hop, part };
  });
});

/** Packets that ask for the same routes: of one family, to one network, from one network. */
function oneWayFlowsOf(intent: Intent, { from, to, protocol, port }: FlowSettings): readonly OneWayFlow[] {
  const service = { ...(protocol !== undefined && { protocol }), ...(port && { port }) };
  const all = families.flatMap((family) =>
    endsOf(intent, from, family).flatMap((source) =>
      endsOf(intent, to, family).map(
        (destination): OneWayFlow => ({ family, from: source, to: destination, ...service }),
      ),
    ),
  );
  const reached = all.filter(
    ({ from: source, to: destination, family }) =>
      isReached(intent, source, destination, family) && isReached(intent, destination, source, family),
  );
  if (reached.length > 0) return reached;
  // What has no family in common is told so by the devices that have its ends.
  return all.length > 0 ? all : [{ family: 4, from: { label: from }, to: { label: to }, ...service }];
}

function endsOf(intent: Intent, label: string, family: 4 | 6): readonly FlowEnd[] {
  const vlan = intent.site.vlans?.[label];
  const prefix = parsePrefix(label);
  if (!vlan && !prefix) return [{ label }];
  const networks = vlan ? subnetsOf(vlan) : [prefix].flatMap((each) => each ?? []);
  return networks.filter((each) => each.family === family).map((each) => ({ label, prefix: each }));
}

/** Whether who routes one end knows anything of the family where the other is, when that is no network of its own. */
function isReached(intent: Intent, end: FlowEnd, other: FlowEnd, family: 4 | 6): boolean {
  const places = placesAt(intent, other.label);
  if (end.prefix || places.length === 0) return familiesOf(intent).has(family);
  return places.some(({ device: name, table }) => {
    const device = intent.devices.get(name);
    if (!device) return false;
    const isHere = localAt(layOut(intent, device), end.label)?.addresses.some(({ host }) => host.family === family);
    return isHere || bestRoute(intent, device, { table, wanted: everything[family] }) !== undefined;
  });
}

const familiesOf = derivedOnce(
  (intent: Intent): ReadonlySet<4 | 6> =>
    new Set([...intent.devices.values()].flatMap((each) => ownAddresses(intent, each).map(({ host }) => host.family))),
);

/** `as`: see `PassedDevice`. */
type SeenHop = Hop & Pick<PassedDevice, 'as' | 'forwarded'>;

function hopsOfOneWay(intent: Intent, flow: OneWayFlow, oneWay: boolean): readonly SeenHop[] {
  const there = sitePathsOf(intent, startsOf(intent, flow), flow);
  const lost = undeliveredOf(intent, there, flow.to, 'forward');
  if (lost.size > 0 || oneWay) {
    // Where they begin they come from the end itself, also when they come again.
    return there.met.map(({ device, enters, as, isAssumed, forwarded }, index) => ({
      device,
      as,
      forwarded,
      from: there.circle && index === 0 ? [] : enters,
      to: [],
      ...(lost.size > 0 && { only: 'forward' as const }),
      ...undeliveredAt(lost, device),
      ...(isAssumed && { isAssumed }),
    }));
  }
  const given = there.met.flatMap(({ device, as }) => (as ? [[device, as] as const] : []));
  const towards = new Map(given.flatMap(([device, as]) => (as === 'open' ? [] : [[device, as] as const])));
  const back = sitePathsOf(intent, there.ends, { ...mirrored(flow), towards });
  const lostAnswers = undeliveredOf(intent, back, flow.from, 'reverse', given.length > towards.size);
  const [forth, answers] = [byTable(there), byTable(back)];
  return [...new Set([...forth.keys(), ...answers.keys()])].map((key): SeenHop => {
    const [from, to] = [forth.get(key), answers.get(key)];
    const [device, as] = [(from ?? to)?.device ?? '', from?.as];
    const isAssumed = (from?.isAssumed || to?.isAssumed) && { isAssumed: true as const };
    const { forwarded } = from ?? {};
    const shared = { device, as, forwarded, from: from?.enters ?? [], to: to?.enters ?? [], ...isAssumed };
    if (!from) return { ...shared, only: 'reverse', ...undeliveredAt(lostAnswers, device) };
    // Who is not asked by answers that are lost on their way sees the openers alone.
    if (!to) return { ...shared, only: 'forward' };
    return { ...shared, ...undeliveredAt(lostAnswers, device) };
  });
}

/**
 * By device: packets that are sent round, or end at a device that does not have their destination. `isOpen`: they may
 * be addressed to somebody else.
 */
function undeliveredOf(
  intent: Intent,
  ways: SitePaths,
  end: FlowEnd,
  direction: Direction,
  isOpen = false,
): ReadonlyMap<string, Undelivered> {
  const { met, ends, circle } = ways;
  if (circle) return new Map(met.map(({ device }) => [device, { ...circle, direction, mayGetOn: false }]));
  const found = ends.flatMap(({ device: name, by, isLost, end: forwardedTo = end }): [string, Undelivered][] => {
    if (!isAstray(intent, name, forwardedTo, isLost)) return [];
    const doors = placesTowards(intent, forwardedTo).filter(({ device }) => device !== name);
    const mayReturn = !isLost && doors.some(({ device }) => isBesideOthers(intent, device));
    return [[name, { direction, devices: [name], at: by, mayGetOn: isOpen || mayLearn(intent, name) || mayReturn }]];
  });
  return new Map(found);
}

/** Outside, whoever leads there is as good as another. */
function isAstray(intent: Intent, name: string, { label, prefix }: FlowEnd, isLost = false): boolean {
  if (!prefix) return false;
  const routers = routersOf(intent, label);
  // A VLAN that no device routes may have a router of its own, but not on the Internet.
  if (routers.length === 0) return isLost && intent.site.vlans?.[label] !== undefined;
  return !routers.includes(name);
}

/** Somebody outside the site may lead packets to it that nobody of the site leads there. */
function isBesideOthers(intent: Intent, name: string): boolean {
  const device = intent.devices.get(name);
  if (!device) return false;
  const gateways = routesOf(intent, device).flatMap((route) => route.gateways);
  const isBeside = (gateway: Prefix) => linkTo(intent, device, gateway) !== undefined;
  return gateways.some((gateway) => isBeside(gateway) && ownersOf(intent, device, gateway).length === 0);
}

function mayLearn(intent: Intent, name: string): boolean {
  const device = intent.devices.get(name);
  return device !== undefined && !expectedRoutes(intent, device).isComplete;
}

function undeliveredAt(all: ReadonlyMap<string, Undelivered>, device: string): Pick<Hop, 'undelivered'> {
  const undelivered = all.get(device);
  return undelivered ? { undelivered } : {};
}

function byTable({ met }: SitePaths) {
  return new Map(met.map((each) => [tableKey(each), each]));
}

/** Ports that answers go to. */
const clientPorts: NonNullable<FlowSettings['port']> = [{ from: 49152, to: 65535 }];

function mirrored({ from, to, ...flow }: OneWayFlow): OneWayFlow {
  return { ...flow, from: to, to: from, port: clientPorts };
}

/** Where packets come into the site: the router of the source, or those that lead to it from the destination. */
function startsOf(intent: Intent, flow: OneWayFlow): readonly TableOfDevice[] {
  const { from, to } = flow;
  const starts = placesAt(intent, from.label);
  const [first] = starts;
  // Hosts send to the one of several routers that has the address they share.
  if (first) return starts.filter((each) => each === first || sharesAt(intent, each.device, from.label));
  const [end] = placesAt(intent, to.label);
  if (end) {
    const { ends } = sitePathsOf(intent, [end], mirrored(flow));
    return ends.length > 0 ? ends : [end];
  }
  // What is nowhere in particular passes the one device that there is.
  const [only] = intent.devices.size === 1 && isAnywhere(from) && isAnywhere(to) ? intent.devices.values() : [];
  const l3 = only ? [...layOut(intent, only).l3.values()] : [];
  return only && l3.some(({ isManagement }) => !isManagement) ? [{ device: only.name, table: tableAt(only, '') }] : [];
}

function isAnywhere({ label, prefix }: FlowEnd): boolean {
  return label === 'any' || label === 'internet' || prefix !== undefined;
}

/** Whether the device shares an address with others where an end of a flow is. */
function sharesAt(intent: Intent, name: string, label: string): boolean {
  const device = intent.devices.get(name);
  if (!device) return false;
  const at = localAt(layOut(intent, device), label);
  return [...sharedBelow(device).values()].some((below) => below === at?.name);
}
