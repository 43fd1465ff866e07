// The devices that a flow of the site crosses, there and back: by gateways, link subnets, and the routes that the site
// writes or that its devices tell each other.

import type { Circle, Direction, PortRange } from '../forwarding/flow.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import { vrfOf } from '../intent/networks.ts';
import type { FlowSettings } from '../intent/schema.ts';
import type { PbrRule } from '../intent/schema-policy.ts';
import { containsPrefix, type Prefix, parsePrefix, printPrefix } from '../model/prefix.ts';
import { append } from '../source/append.ts';
import { derivedOnce, derivedPer } from '../source/grouping.ts';
import type { Location } from '../source/location.ts';
import { type L3Layout, type Layout, layOut, subnetsOf } from './layout.ts';
import { expectedRoutes } from './learnt/expected.ts';
import { ownAddresses, rowsIn, sharedBelow, wordOf } from './own-addresses.ts';

export interface Hop {
  readonly device: string;
  /** Interfaces towards the devices of the site that send the packets here; none = the end itself, or outside. */
  readonly from: readonly string[];
  /** The same for the answers. */
  readonly to: readonly string[];
  /** Absent = both directions pass the device. */
  readonly only?: Direction;
  /** Devices that send the packets round. */
  readonly circle?: Circle;
}

/** From the source on, then what the answers alone cross. Empty when no device of the site has an end of the flow. */
export const hopsOf = derivedPer((intent: Intent, flow: FlowSettings): readonly Hop[] => {
  const there = walk(intent, startsOf(intent, flow), flow);
  const entered = [...there.by.keys()];
  const { circle } = there;
  if (circle || flow['one-way'] === true) {
    const lost = circle && { only: 'forward' as const, circle: { ...circle, direction: 'forward' as const } };
    // Where they begin they come from the end itself, also when they come again.
    const senders = (device: string) => (circle && device === entered[0] ? [] : (there.by.get(device) ?? []));
    return entered.map((device) => ({ device, from: senders(device), to: [], ...lost }));
  }
  const back = walk(intent, there.ends, { ...flow, from: flow.to, to: flow.from, port: clientPorts });
  const round = back.circle && { circle: { ...back.circle, direction: 'reverse' as const } };
  const routers = routersOf(intent, flow.from);
  const isLost = !round && routers.length > 0 && !back.ends.some((each) => routers.includes(each));
  return [...new Set([...entered, ...back.by.keys()])].map((device): Hop => {
    const [from, to] = [there.by.get(device), back.by.get(device)];
    if (!from) return { device, from: [], to: to ?? [], only: 'reverse', ...round };
    // Who loses the answers shows where a device's own routes say by which interface the sender is.
    if (isLost) return { device, from: [], to: [] };
    return to ? { device, from, to, ...round } : { device, from, to: [], only: 'forward' };
  });
});

/** Where packets come into the site: the router of the source, or those that lead to it from the destination. */
function startsOf(intent: Intent, { from, to }: FlowSettings): readonly string[] {
  const routers = routersOf(intent, from);
  const [router] = routers;
  // Hosts send to the one of several routers that has the address they share.
  if (router !== undefined) return routers.filter((name) => name === router || sharesAt(intent, name, from));
  const [end] = routersOf(intent, to);
  if (end !== undefined) {
    const { ends } = walk(intent, [end], { from: to, to: from, port: clientPorts });
    return ends.length > 0 ? ends : [end];
  }
  // What is nowhere in particular passes the one device that there is.
  const [only] = intent.devices.size === 1 && isAnywhere(from) && isAnywhere(to) ? intent.devices.values() : [];
  const l3 = only ? [...layOut(intent, only).l3.values()] : [];
  return only && l3.some(({ isManagement }) => !isManagement) ? [only.name] : [];
}

function isAnywhere(label: string): boolean {
  return label === 'any' || label === 'internet' || parsePrefix(label) !== undefined;
}

/** The devices that route an end of a flow themselves. */
export const routersOf = derivedPer((intent: Intent, label: string): readonly string[] =>
  [...intent.devices.values()]
    .filter((device) => localAt(layOut(intent, device), label) !== undefined)
    .map(({ name }) => name),
);

/** Whether the device shares an address with others where an end of a flow is. */
function sharesAt(intent: Intent, name: string, label: string): boolean {
  const device = intent.devices.get(name);
  if (!device) return false;
  const at = localAt(layOut(intent, device), label);
  return [...sharedBelow(device).values()].some((below) => below === at?.name);
}

/** The interface that an end of a flow is at. */
function localAt({ l3 }: Layout, label: string): L3Layout | undefined {
  const vlan = l3.get(label);
  if (vlan?.kind === 'vlan') return vlan;
  const all = [...l3.values()];
  const prefix = parsePrefix(label);
  return (
    all.find(({ zone, isManagement }) => zone === label || (label === 'management' && isManagement)) ??
    (prefix && all.find((each) => holds(each, prefix)))
  );
}

/** Whether a prefix, such as a next hop, is on the link of this interface. */
export function holds({ addresses }: L3Layout, prefix: Prefix): boolean {
  return addresses.some(({ network }) => containsPrefix(network, prefix));
}

/** One direction of a flow. */
type Packets = Pick<FlowSettings, 'from' | 'to' | 'protocol' | 'port'>;

/** Ports that answers go to. */
const clientPorts: NonNullable<FlowSettings['port']> = [{ from: 49152, to: 65535 }];

interface Ways {
  /** Devices in the order in which they are met, with the interfaces that others send to. */
  readonly by: ReadonlyMap<string, readonly string[]>;
  /** Those that send to no other device of the site. */
  readonly ends: readonly string[];
  /** A way that comes back to where it was. */
  readonly circle: Omit<Circle, 'direction'> | undefined;
}

interface Visit {
  readonly device: DeviceIntent;
  /** Absent where the way begins. */
  readonly enters?: string;
  /** The route that leads there, where the site writes it. */
  readonly by?: Location;
}

interface Holder extends Visit {
  readonly isShared: boolean;
}

/** All ways of routes with several next hops. */
function walk(intent: Intent, starts: readonly string[], packets: Packets): Ways {
  const by = new Map<string, string[]>();
  const ends: string[] = [];
  const onward = new Map<string, readonly Visit[]>();
  const open: Visit[] = starts.flatMap((name) => intent.devices.get(name) ?? []).map((device) => ({ device }));
  for (let visit = open.shift(); visit; visit = open.shift()) {
    const { device, enters } = visit;
    const known = by.get(device.name);
    if (known && (enters === undefined || known.includes(enters))) continue;
    by.set(device.name, [...(known ?? []), ...(enters === undefined ? [] : [enters])]);
    const next = onwards(intent, visit, packets);
    if (next.length === 0 && !ends.includes(device.name)) ends.push(device.name);
    onward.set(visitKey(visit), next);
    open.push(...next);
  }
  return { by, ends, circle: [...onward.keys()].map((key) => circleAt(onward, key)).find(Boolean) };
}

const visitKey = ({ device, enters = '' }: Visit) => `${device.name} ${enters}`;

/** What is sent from here on and comes here again. */
function circleAt(onward: ReadonlyMap<string, readonly Visit[]>, start: string): Ways['circle'] {
  const met = new Set<string>();
  const back = (key: string): readonly Visit[] | undefined => {
    if (met.has(key)) return undefined;
    met.add(key);
    for (const next of onward.get(key) ?? []) {
      const rest = visitKey(next) === start ? [] : back(visitKey(next));
      if (rest) return [next, ...rest];
    }
    return undefined;
  };
  const round = back(start);
  const last = round?.at(-1);
  return round && last && { devices: [last, ...round].map(({ device }) => device.name), at: last.by };
}

function onwards(intent: Intent, { device, enters }: Visit, packets: Packets): readonly Visit[] {
  const { from, to } = packets;
  const layout = layOut(intent, device);
  const entered = enters === undefined ? localAt(layout, from) : layout.l3.get(enters);
  const host = parsePrefix(to);
  if (localAt(layout, to)) return host ? ownersOf(intent, device, [host]) : [];
  const { via, isAll } = steered(device, entered, packets, routersOf(intent, to).length === 0 || to === 'internet');
  const table = vrfOf(device.settings, entered?.name ?? '');
  const steeredTo = ownersOf(intent, device, via);
  if (isAll) return steeredTo;
  const { gateways, by } = bestRoute(intent, device, { table, to });
  return [...steeredTo, ...ownersOf(intent, device, gateways).map((visit) => ({ ...visit, ...(by && { by }) }))];
}

/** The other devices of the site that have some addresses. */
function ownersOf(intent: Intent, here: DeviceIntent, addresses: readonly Prefix[]): readonly Visit[] {
  return addresses.flatMap((address) => {
    const all = holders(intent).get(printPrefix(address)) ?? [];
    return all.some(({ device }) => device === here) ? [] : all.filter(({ isShared }, n) => n === 0 || isShared);
  });
}

/** By address, who has it at which interface. */
const holders = derivedOnce((intent: Intent): ReadonlyMap<string, readonly Holder[]> => {
  const found = new Map<string, Holder[]>();
  for (const device of intent.devices.values())
    for (const { host, interface: enters, isShared } of ownAddresses(intent, device))
      append(found, printPrefix(host), { device, enters, isShared });
  return found;
});

/** The best route to a destination, and where the site writes it. */
function bestRoute(intent: Intent, device: DeviceIntent, { table, to }: { table: string | undefined; to: string }) {
  const vlan = intent.site.vlans?.[to];
  const wanted = vlan ? subnetsOf(vlan)[0] : parsePrefix(to);
  const written = (device.settings.routes ?? []).flatMap(({ to: prefix, vrf, via = [], distance = 1 }, index) =>
    vrf === table ? [{ prefix, gateways: via, distance, by: device.places.at('routes', index) }] : [],
  );
  const rows = rowsOf(device).flatMap(({ row, at }) => {
    const prefix = parsePrefix(wordOf(row['dst-address']) || '0.0.0.0/0');
    const isMeant = (wordOf(row['routing-table']) || 'main') === (table ?? 'main') && wordOf(row.disabled) !== 'yes';
    const gateways = wordOf(row.gateway)
      .split(',')
      .flatMap((gateway) => gatewaysAt(intent, device, gateway));
    return prefix && isMeant ? [{ prefix, gateways, distance: Number(wordOf(row.distance) || 1), by: at }] : [];
  });
  const learnt = expectedRoutes(intent, device).routes.flatMap(({ prefix, table: of, gateways, distance }) => {
    const known = { prefix, gateways: gateways.map(({ address }) => address), distance, by: undefined };
    return of === (table ?? 'main') ? [known] : [];
  });
  const [best = { gateways: [], by: undefined }] = [...written, ...rows, ...learnt]
    .filter(({ prefix }) => (wanted ? containsPrefix(prefix, wanted) : prefix.length === 0))
    .sort((a, b) => b.prefix.length - a.prefix.length || a.distance - b.distance);
  return best;
}

/** Routes in RouterOS's own properties. */
function rowsOf({ settings: { routing = {} }, places }: DeviceIntent) {
  return (['routes', 'ipv6-routes'] as const).flatMap((key) =>
    rowsIn(routing[key]).map((row, index) => ({ row, at: places.at('routing', key, index) })),
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

/** Next hops by policy routing, and whether all packets take them. `isBeyond`: no network of the site is meant. */
function steered({ settings }: DeviceIntent, entered: L3Layout | undefined, packets: Packets, isBeyond: boolean) {
  const via: Prefix[] = [];
  const wanted = parsePrefix(packets.to);
  for (const rule of settings.pbr ?? []) {
    const isFrom = rule.from.some((name) => [packets.from, entered?.name, entered?.zone].includes(name));
    const isTo = rule.to ? wanted && rule.to.some((each) => containsPrefix(each, wanted)) : isBeyond;
    const share = isFrom && isTo ? shareOf(rule, packets) : 'none';
    if (share !== 'none') via.push(...rule.via);
    if (share === 'all') return { via, isAll: true };
  }
  return { via, isAll: false };
}

function shareOf({ match = {} }: PbrRule, { protocol, port: ports }: Packets): 'none' | 'some' | 'all' {
  const { protocol: named, port, from, 'source-port': source } = match;
  if (named !== undefined && protocol !== undefined && named !== protocol) return 'none';
  const meets = (a: PortRange) => ports?.some((b) => a.from <= b.to && b.from <= a.to) ?? true;
  if (port && !port.some(meets)) return 'none';
  const isInside = !port || ports?.every((b) => port.some((a) => a.from <= b.from && b.to <= a.to));
  const isNarrow = from !== undefined || source !== undefined || (named !== undefined && protocol === undefined);
  return isInside && !isNarrow ? 'all' : 'some';
}
