// The routes that BGP brings: between devices of the site as their peers advertise them, from outside as promised.

import type { ExpectedRoute } from '../../forwarding/expected-routes.ts';
import { advertised } from '../../intent/advertised.ts';
import { backPeer, sessionProblem } from '../../intent/check-sessions.ts';
import type { DeviceIntent, Intent } from '../../intent/intent.ts';
import type { Bgp } from '../../intent/schema-routing.ts';
import { isSamePrefix, type Prefix, printPrefix } from '../../model/prefix.ts';
import { append } from '../../source/append.ts';
import { layOut } from '../layout.ts';
import { type Accepted, bare, type Carried, filtered, promises } from './filter.ts';

type Peer = Bgp['peers'][string];

/** A prefix in the BGP table of one device. */
interface Entry {
  readonly prefix: Prefix;
  /** Devices that it came through, the next one first; empty = its own. */
  readonly path: readonly string[];
  /** Numbers of the autonomous systems that it came through: those of the path, each border once. */
  readonly asPath: readonly number[];
  readonly isInternal: boolean;
  /** Absent for its own. */
  readonly via?: Via;
}

interface Via {
  readonly gateway: Prefix;
  readonly peer: string;
  readonly accepted: Accepted;
}

interface Session {
  readonly name: string;
  readonly peer: Peer;
  readonly isInternal: boolean;
  /** The other end, where it is a device of the site; `missing` = that device has no such session. */
  readonly other: Agreed | 'outside' | 'missing';
}

interface Agreed {
  readonly device: DeviceIntent;
  readonly back: Peer;
}

export interface BgpRoutes {
  readonly routes: readonly ExpectedRoute[];
  readonly isComplete: boolean;
}

export function bgpRoutes(intent: Intent, device: DeviceIntent): BgpRoutes {
  const { bgp } = device.settings;
  if (!bgp) return { routes: [], isComplete: true };
  const table = bgp.vrf ?? 'main';
  const derived = bestOf(bgpTable(intent, device.name)).flatMap(({ prefix, isInternal, via }) =>
    via ? [expected(device, { prefix, table, isInternal, ...via }, false)] : [],
  );
  const outside = sessionsOf(intent, device).filter(({ other }) => other === 'outside');
  const promised = outside.map(({ name, peer, isInternal }) =>
    promises(peer.in, peer.routes, peer.address.family)?.map(({ prefix, accepted }) =>
      expected(device, { prefix, table, isInternal, gateway: peer.address, peer: name, accepted }, true),
    ),
  );
  const isComplete = promised.every((each) => each !== undefined);
  return { routes: [...derived, ...promised.flatMap((each) => each ?? [])], isComplete };
}

function expected(
  { places }: DeviceIntent,
  {
    prefix,
    table,
    isInternal,
    gateway,
    peer,
    accepted,
  }: Via & { readonly prefix: Prefix; readonly table: string; readonly isInternal: boolean },
  isPromised: boolean,
): ExpectedRoute {
  return {
    prefix,
    table,
    distance: accepted.distance ?? (isInternal ? 200 : 20),
    gateways: [{ address: gateway }],
    suppressed: accepted.suppressed,
    by: `BGP peer ${peer}`,
    at: places.keyAt('bgp', 'peers', peer),
    isPromised,
  };
}

const tables = new WeakMap<Intent, ReadonlyMap<string, readonly Entry[]>>();

function bgpTable(intent: Intent, name: string): readonly Entry[] {
  const known = tables.get(intent) ?? converge(intent);
  tables.set(intent, known);
  return known.get(name) ?? [];
}

/** Announcements go round until nothing changes; a path comes back to no device and no AS that is on it. */
function converge(intent: Intent): ReadonlyMap<string, readonly Entry[]> {
  const devices = [...intent.devices.values()].filter(({ settings }) => settings.bgp);
  let known = new Map(devices.map((device) => [device.name, ownOf(intent, device)]));
  for (let round = 0; round < devices.length; round++) {
    known = new Map(
      devices.map((device) => [device.name, [...ownOf(intent, device), ...learnt(intent, device, known)]]),
    );
  }
  return known;
}

function ownOf(intent: Intent, device: DeviceIntent): readonly Entry[] {
  return advertised(intent, device)
    .filter(({ isKnown }) => isKnown)
    .map(({ prefix }) => ({ prefix, path: [], asPath: [], isInternal: false }));
}

function learnt(intent: Intent, device: DeviceIntent, known: ReadonlyMap<string, readonly Entry[]>): readonly Entry[] {
  return sessionsOf(intent, device).flatMap((session) => {
    const { other } = session;
    if (other === 'outside' || other === 'missing') return [];
    return bestOf(known.get(other.device.name) ?? []).flatMap((entry) => heard(entry, device, session, other) ?? []);
  });
}

/** Source: manual, bgp/peering-sessions: a route whose AS_PATH holds the own number is discarded. */
function heard(
  entry: Entry,
  device: DeviceIntent,
  { name, peer, isInternal }: Session,
  { device: far, back }: Agreed,
): Entry | undefined {
  const { prefix, via } = entry;
  const told = prefix.family === peer.address.family ? announced(entry, back, isInternal) : undefined;
  if (!told) return undefined;
  const asPath = isInternal ? entry.asPath : [peer.asn, ...entry.asPath];
  const comesBack = entry.path.includes(device.name) || asPath.some((asn) => asn === device.settings.bgp?.asn);
  const accepted = comesBack ? undefined : filtered(peer.in, prefix, told);
  if (!accepted) return undefined;
  const gateway = isInternal && via && !back['next-hop-self'] ? via.gateway : peer.address;
  return { prefix, path: [far.name, ...entry.path], asPath, isInternal, via: { gateway, peer: name, accepted } };
}

/**
 * What it is told with; undefined = not at all. Without an `out` filter `advertise` alone is told; what one internal peer
 * says is no news for another; the preference stays in its AS.
 */
function announced({ prefix, isInternal, via }: Entry, back: Peer, toInternal: boolean): Carried | undefined {
  if (toInternal && isInternal && !back['route-reflect']) return undefined;
  if (!back.out) return via ? undefined : bare;
  const told = filtered(back.out, prefix, via?.accepted);
  return told && !toInternal ? { ...bare, communities: told.communities } : told;
}

/** By preference, then the shorter path; what is equal stays, because which of them wins is nobody's to say. */
function bestOf(entries: readonly Entry[]): readonly Entry[] {
  const byPrefix = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = printPrefix(entry.prefix);
    append(byPrefix, key, entry);
  }
  return [...byPrefix.values()].flatMap((all) => {
    const best = Math.min(...all.map(rankOf));
    return all.filter((entry) => rankOf(entry) === best);
  });
}

function rankOf({ asPath, isInternal, via }: Entry): number {
  const preference = via?.accepted.preference ?? 0;
  return via ? -preference * 1000 + asPath.length * 2 + (isInternal ? 1 : 0) : Number.NEGATIVE_INFINITY;
}

function sessionsOf(intent: Intent, device: DeviceIntent): readonly Session[] {
  const { bgp } = device.settings;
  return Object.entries(bgp?.peers ?? {}).map(([name, peer]): Session => {
    const isInternal = peer.asn === bgp?.asn;
    const far = [...intent.devices.values()].find((each) => each !== device && hasAddress(intent, each, peer.address));
    if (!far) return { name, peer, isInternal, other: 'outside' };
    const session = { intent, device, name, peer };
    const back = backPeer(session, far);
    const isAgreed =
      back &&
      sessionProblem(session, far) === undefined &&
      sessionProblem({ intent, device: far, name: back[0], peer: back[1] }, device) === undefined;
    return { name, peer, isInternal, other: isAgreed ? { device: far, back: back[1] } : 'missing' };
  });
}

function hasAddress(intent: Intent, device: DeviceIntent, address: Prefix): boolean {
  return [...layOut(intent, device).l3.values()].some(({ addresses }) =>
    addresses.some(({ host }) => isSamePrefix(host, address)),
  );
}
