// The way of packets from device to device of a site: by gateways, link subnets, policy routing, and the routes that
// the site writes or that its devices tell each other. What leaves the site may come back where its destination is.

import type { Undelivered } from '../forwarding/packets/flow.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import { vrfOf } from '../intent/networks.ts';
import type { FlowSettings } from '../intent/schema.ts';
import type { PbrRule } from '../intent/schema-policy.ts';
import type { NumberRange } from '../model/number-range.ts';
import { containsPrefix, type Prefix, parsePrefix, printPrefix } from '../model/prefix.ts';
import { computeIfAbsent, derivedPer } from '../source/grouping.ts';
import type { Location } from '../source/location.ts';
import { type L3Layout, type Layout, layOut } from './layout.ts';
import { mayGoOn } from './outside.ts';
import { linkTo } from './own-addresses.ts';
import { bestRoute, mainTable, ownersOf } from './site-routes.ts';
import { type FlowEnd, forwardedTo, type Given, givenBy } from './translated-on.ts';

/** A flow in one direction, as far as all of its packets ask for the same routes. */
export interface OneWayFlow extends Pick<FlowSettings, 'protocol' | 'port'> {
  readonly family: 4 | 6;
  readonly from: FlowEnd;
  readonly to: FlowEnd;
  /** Of answers: by device, the address that it sends them to, where NAT of another translates that back. */
  readonly towards?: ReadonlyMap<string, Prefix>;
}

/** A device in one of its routing tables. */
export interface TableOfDevice {
  readonly device: string;
  readonly table: string;
}

export interface SitePaths {
  /** In the order in which they are met, each with the interfaces that other devices send to. */
  readonly met: readonly PassedDevice[];
  /** Those that send to no other device of the site. */
  readonly ends: readonly (TableOfDevice & Omit<Onward, 'next'>)[];
  /** A way that comes back to where it was. */
  readonly circle: Pick<Undelivered, 'devices' | 'at'> | undefined;
}

export interface PassedDevice extends TableOfDevice {
  readonly enters: readonly string[];
  /** The source that NAT of a device before has given the packets. */
  readonly as: Given | undefined;
  /** They come from outside the site, where nobody knows the way. */
  readonly isAssumed: boolean;
  readonly forwarded: Forwarded | undefined;
}

/** Where a device before has forwarded a port to. */
type Forwarded = Pick<OneWayFlow, 'to' | 'port'>;

interface Visit extends TableOfDevice {
  readonly as?: Given | undefined;
  /** Absent where the way begins. */
  readonly enters?: string;
  /** The route that leads there, where the site writes it. */
  readonly by?: Location | undefined;
  readonly isAssumed?: true;
  readonly forwarded?: Forwarded | undefined;
}

/** All ways of routes with several next hops. */
export function sitePathsOf(intent: Intent, starts: readonly TableOfDevice[], flow: OneWayFlow): SitePaths {
  const met = new Map<string, PassedDevice & { enters: string[] }>();
  const ends = new Map<string, SitePaths['ends'][number]>();
  const onward = new Map<string, readonly Visit[]>();
  const open: Visit[] = [...starts];
  for (let visit = open.shift(); visit; visit = open.shift()) {
    const { device, table, enters, as, isAssumed = false, forwarded } = visit;
    const known = onward.has(visitKey(visit));
    if (known || (enters === undefined && met.has(tableKey(visit)))) continue;
    const first = { device, table, enters: [], as, isAssumed, forwarded };
    const entered = computeIfAbsent(met, tableKey(visit), () => first).enters;
    if (enters !== undefined) entered.push(enters);
    const { next, ...end } = onwards(intent, visit, { ...flow, ...forwarded });
    if (next.length === 0)
      ends.set(tableKey(visit), { device, table, ...(forwarded && { end: forwarded.to }), ...end });
    onward.set(visitKey(visit), next);
    open.push(...next);
  }
  const circle = [...onward.keys()].map((key) => circleAt(onward, key)).find((each) => each !== undefined);
  return { met: [...met.values()], ends: [...ends.values()], circle };
}

export const tableKey = ({ device, table }: TableOfDevice) => `${device} ${table}`;
const visitKey = (visit: Visit) => `${tableKey(visit)} ${visit.enters ?? ''}`;

/** What is sent from here on and comes here again. */
function circleAt(onward: ReadonlyMap<string, readonly Visit[]>, start: string): SitePaths['circle'] {
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
  return round && last && { devices: [last, ...round].map(({ device }) => device), at: last.by };
}

/** Where a device sends packets on. */
interface Onward {
  readonly next: readonly Visit[];
  /** The route by which nobody of the site gets them, where the site writes it. */
  readonly by?: Location | undefined;
  /** Nobody outside gets them on either. */
  readonly isLost?: boolean;
  /** Where they go, when the device forwards a port. */
  readonly end?: FlowEnd;
}

function onwards(intent: Intent, visit: Visit, flow: OneWayFlow): Onward {
  const device = intent.devices.get(visit.device);
  if (!device) return { next: [] };
  const layout = layOut(intent, device);
  const entered = visit.enters === undefined ? localAt(layout, flow.from.label) : layout.l3.get(visit.enters);
  const { prefix: destination } = flow.to;
  const inside = destination && forwardedTo(intent, device, { ...flow, destination, by: entered });
  if (!inside) return routedOn(intent, { device, entered, visit }, flow);
  const to = { label: printPrefix(inside.host), prefix: inside.host };
  const forwarded = { to, ...(inside.port && { port: inside.port }) };
  const { next, ...end } = routedOn(intent, { device, entered, visit }, { ...flow, ...forwarded });
  return { next: next.map((each) => ({ forwarded, ...each })), end: to, ...end };
}

interface EnteredDevice {
  readonly device: DeviceIntent;
  readonly entered: L3Layout | undefined;
  readonly visit: Visit;
}

function routedOn(intent: Intent, { device, entered, visit }: EnteredDevice, flow: OneWayFlow): Onward {
  const { device: name, table, as } = visit;
  const { from, to, family } = flow;
  const at = localAt(layOut(intent, device), to.label);
  const host = parsePrefix(to.label);
  if (at && tableAt(device, at.name) === table) return { next: host ? visits(intent, device, [host], undefined) : [] };
  const translated = flow.towards?.get(name);
  if (translated && linkTo(intent, device, translated))
    return { next: visits(intent, device, [translated], undefined) };
  const isBeyond = to.label === 'internet' || routersOf(intent, to.label).length === 0;
  const { via, isAll } = steered(device, entered, flow, isBeyond);
  const steeredTo = visits(intent, device, via, undefined);
  if (isAll) return { next: steeredTo };
  const wanted = translated ?? to.prefix ?? everything[family];
  const route = bestRoute(intent, device, { table, wanted });
  if (!route) return { next: steeredTo };
  const gateways = route.gateways.flatMap((gateway) => connected(intent, device, { table, gateway }));
  const routed = visits(intent, device, gateways, route.by).map((next) => ({
    ...next,
    as: givenBy(intent, device, { from, gateways }) ?? as,
  }));
  const isLost = !mayGoOn(intent, device, { wanted, gateways });
  const isLeaving = routed.length === 0 && route.gateways.length > 0 && !isLost;
  const returning = isLeaving ? returns(intent, { device: name, table }, flow) : [];
  return { next: [...steeredTo, ...routed, ...returning], by: route.by, isLost };
}

/** The next hops on links by which a gateway that is further away is reached. */
function connected(
  intent: Intent,
  device: DeviceIntent,
  { table, gateway, depth = 0 }: { readonly table: string; readonly gateway: Prefix; readonly depth?: number },
): readonly Prefix[] {
  if (linkTo(intent, device, gateway) || depth > recursionMax) return [gateway];
  const route = bestRoute(intent, device, { table, wanted: gateway });
  const further = route?.gateways ?? [];
  return further.flatMap((each) => connected(intent, device, { table, gateway: each, depth: depth + 1 }));
}

const recursionMax = 4;

/**
 * What leaves the site gets to who has its destination, or leads there, and answers by the outside too: nobody says
 * that the two are joined there, nor by which way.
 */
function returns(intent: Intent, here: TableOfDevice, { from, to, family }: OneWayFlow): readonly Visit[] {
  if (!to.prefix) return [];
  return placesTowards(intent, to).flatMap(({ device: name, table }): readonly Visit[] => {
    const device = intent.devices.get(name);
    if (!device || (name === here.device && table === here.table)) return [];
    const [gateway, ...others] =
      bestRoute(intent, device, { table, wanted: from.prefix ?? everything[family] })?.gateways ?? [];
    if (!gateway || visits(intent, device, [gateway, ...others], undefined).length > 0) return [];
    const by = linkTo(intent, device, gateway);
    if (!by) return [];
    return [{ device: name, table: tableAt(device, by.interface), enters: by.interface, isAssumed: true }];
  });
}

/** Those that have an end, and those whose routes lead to it in the site. */
export function placesTowards(intent: Intent, { label, prefix }: FlowEnd): readonly TableOfDevice[] {
  const own = placesAt(intent, label);
  const leading = [...intent.devices.values()].filter((device) => {
    const route = prefix && bestRoute(intent, device, { table: mainTable, wanted: prefix });
    return route && visits(intent, device, route.gateways, undefined).length > 0;
  });
  const others = leading.filter(({ name }) => own.every(({ device }) => device !== name));
  return [...own, ...others.map(({ name }) => ({ device: name, table: mainTable }))];
}

export const everything = { 4: { family: 4, base: 0n, length: 0 }, 6: { family: 6, base: 0n, length: 0 } } as const;

function visits(
  intent: Intent,
  here: DeviceIntent,
  addresses: readonly Prefix[],
  by: Location | undefined,
): readonly Visit[] {
  return addresses.flatMap((address) =>
    ownersOf(intent, here, address).map(({ device, enters }): Visit => {
      return { device: device.name, table: tableAt(device, enters), enters, by };
    }),
  );
}

/** The routing table that packets ask which enter by an interface. */
export function tableAt(device: DeviceIntent, name: string): string {
  return vrfOf(device.settings, name) ?? mainTable;
}

/** The devices that route an end of a flow themselves. */
export const routersOf = derivedPer((intent: Intent, label: string): readonly string[] =>
  [...intent.devices.values()]
    .filter((device) => localAt(layOut(intent, device), label) !== undefined)
    .map(({ name }) => name),
);

/** The devices that route an end, in the tables that it is in. */
export function placesAt(intent: Intent, label: string): readonly TableOfDevice[] {
  return routersOf(intent, label).flatMap((name) => {
    const device = intent.devices.get(name);
    const at = device && localAt(layOut(intent, device), label);
    return at ? [{ device: name, table: tableAt(device, at.name) }] : [];
  });
}

/** The interface that an end of a flow is at. */
export function localAt({ l3 }: Layout, label: string): L3Layout | undefined {
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

/** Next hops by policy routing, and whether all packets take them. `isBeyond`: no network of the site is meant. */
function steered(
  { settings }: DeviceIntent,
  entered: L3Layout | undefined,
  { from, to, ...packets }: OneWayFlow,
  isBeyond: boolean,
) {
  const via: Prefix[] = [];
  const wanted = to.prefix;
  for (const rule of settings.pbr ?? []) {
    const isFrom = rule.from.some((name) => [from.label, entered?.name, entered?.zone].includes(name));
    const isTo = rule.to ? wanted && rule.to.some((each) => containsPrefix(each, wanted)) : isBeyond;
    const share = isFrom && isTo ? shareOf(rule, packets) : 'none';
    if (share !== 'none') via.push(...rule.via);
    if (share === 'all') return { via, isAll: true };
  }
  return { via, isAll: false };
}

/** How much of some packets a rule takes by what they are. */
export function shareOf(
  { match = {} }: PbrRule,
  { protocol, port: ports }: Pick<OneWayFlow, 'protocol' | 'port'>,
): 'none' | 'some' | 'all' {
  const { protocol: named, port, from, 'source-port': source } = match;
  if (named !== undefined && protocol !== undefined && named !== protocol) return 'none';
  const meets = (a: NumberRange) => ports?.some((b) => a.from <= b.to && b.from <= a.to) ?? true;
  if (port && !port.some(meets)) return 'none';
  const isInside = !port || ports?.every((b) => port.some((a) => a.from <= b.from && b.to <= a.to));
  const isNarrow = from !== undefined || source !== undefined || (named !== undefined && protocol === undefined);
  return isInside && !isNarrow ? 'all' : 'some';
}
