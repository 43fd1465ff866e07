// The routes that BGP brings: between devices of the site as their peers advertise them, from outside as promised.

import type { Expected, ExpectedRoute } from '../../forwarding/routing/expected-routes.ts';
import { advertised } from '../../intent/advertised.ts';
import { backPeer, sessionProblem } from '../../intent/check-sessions.ts';
import type { DeviceIntent, Intent } from '../../intent/intent.ts';
import type { Bgp } from '../../intent/schema-routing.ts';
import { isSamePrefix, type Prefix, printPrefix } from '../../model/prefix.ts';
import { derivedOnce, groupBy } from '../../source/grouping.ts';
import { layOut } from '../layout.ts';
import { type Accepted, bare, type Carried, filtered, type Promised, promises } from './filter.ts';

type Peer = Bgp['peers'][string];

/** A prefix in the BGP table of one device. */
interface Entry {
  readonly prefix: Prefix;
  /** Devices that it came through, the next one first; empty = its own. */
  readonly path: readonly string[];
  /** Numbers of the autonomous systems that it came through: those of the path, each border once. */
  readonly asPath: readonly number[];
  readonly isInternal: boolean;
  /** It comes from outside, where nobody knows how far; of length 0 it stands for whatever is inside. */
  readonly isPromised?: true;
  /** Absent for its own. */
  readonly via?: LearntFrom;
}

interface LearntFrom {
  readonly gateway: Prefix;
  readonly peer: string;
  readonly accepted: Accepted;
}

interface Session {
  readonly name: string;
  readonly peer: Peer;
  readonly isInternal: boolean;
  /** The other end, where it is a device of the site; `missing` = that device has no such session. */
  readonly other: RemoteEnd | 'outside' | 'missing';
}

interface RemoteEnd {
  readonly device: DeviceIntent;
  readonly back: Peer;
}

export function bgpRoutes(intent: Intent, device: DeviceIntent): Expected {
  const { bgp } = device.settings;
  if (!bgp) return { routes: [], isComplete: true };
  const table = bgp.vrf ?? 'main';
  const entries = converged(intent).get(device.name) ?? [];
  const routes = bestOf(entries).flatMap(({ prefix, isInternal, isPromised = false, via }) =>
    via ? [expected(device, { prefix, table, isInternal, ...via }, isPromised)] : [],
  );
  return { routes, isComplete: hearsAll(intent, device, []) };
}

/** Nothing from outside that nobody promises comes to the device, by others of the site neither. */
function hearsAll(intent: Intent, device: DeviceIntent, asked: readonly string[]): boolean {
  return sessionsOf(intent, device).every(({ peer, other }) => {
    if (other === 'missing') return true;
    if (other === 'outside') return promises(peer.in, peer.routes, peer.address.family) !== undefined;
    const isTold = other.back.out?.some(({ accept }) => accept !== undefined) ?? false;
    const { name } = other.device;
    return !isTold || asked.includes(name) || hearsAll(intent, other.device, [...asked, device.name]);
  });
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
  }: LearntFrom & { readonly prefix: Prefix; readonly table: string; readonly isInternal: boolean },
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

/** Announcements go round until nothing changes; a path comes back to no device and no AS that is on it. */
const converged = derivedOnce((intent: Intent): ReadonlyMap<string, readonly Entry[]> => {
  const devices = [...intent.devices.values()].filter(({ settings }) => settings.bgp);
  const own = new Map(devices.map((each) => [each, [...ownOf(intent, each), ...promisedTo(intent, each)]]));
  let known = new Map(devices.map((device) => [device.name, own.get(device) ?? []]));
  for (let round = 0; round < devices.length; round++) {
    known = new Map(
      devices.map((device) => [device.name, [...(own.get(device) ?? []), ...learnt(intent, device, known)]]),
    );
  }
  return known;
});

function ownOf(intent: Intent, device: DeviceIntent): readonly Entry[] {
  return advertised(intent, device)
    .filter(({ isKnown }) => isKnown)
    .map(({ prefix }) => ({ prefix, path: [], asPath: [], isInternal: false }));
}

function promisedTo(intent: Intent, device: DeviceIntent): readonly Entry[] {
  return sessionsOf(intent, device).flatMap(({ name, peer, isInternal, other }) => {
    const promised = other === 'outside' ? promises(peer.in, peer.routes, peer.address.family) : [];
    return (promised ?? []).map(({ prefix, accepted }): Entry => {
      const via = { gateway: peer.address, peer: name, accepted };
      return { prefix, path: [], asPath: isInternal ? [] : [peer.asn], isInternal, isPromised: true, via };
    });
  });
}

function learnt(intent: Intent, device: DeviceIntent, known: ReadonlyMap<string, readonly Entry[]>): readonly Entry[] {
  return sessionsOf(intent, device).flatMap((session) => {
    const { other } = session;
    if (other === 'outside' || other === 'missing') return [];
    return bestOf(known.get(other.device.name) ?? []).flatMap((entry) => heard(entry, device, session, other));
  });
}

/** Source: manual, bgp/peering-sessions: a route whose AS_PATH holds the own number is discarded. */
function heard(
  entry: Entry,
  device: DeviceIntent,
  { name, peer, isInternal }: Session,
  { device: far, back }: RemoteEnd,
): readonly Entry[] {
  const { isPromised, via } = entry;
  const asPath = isInternal ? entry.asPath : [peer.asn, ...entry.asPath];
  const comesBack = entry.path.includes(device.name) || asPath.some((asn) => asn === device.settings.bgp?.asn);
  if (comesBack || entry.prefix.family !== peer.address.family) return [];
  const gateway = isInternal && via && !back['next-hop-self'] ? via.gateway : peer.address;
  const path = [far.name, ...entry.path];
  return announced(entry, back, isInternal)
    .flatMap((told) => passing(peer.in, { ...told, isPromised }, told.carried))
    .map(({ prefix, accepted }) => {
      const rest = { isInternal, ...(isPromised && { isPromised }), via: { gateway, peer: name, accepted } };
      return { prefix, path, asPath, ...rest };
    });
}

interface AnnouncedPrefix {
  readonly prefix: Prefix;
  readonly carried: Carried;
}

/**
 * What it is told as. Without an `out` filter `advertise` alone is told; what one internal peer says is no news for
 * another; the preference stays in its AS.
 */
function announced(entry: Entry, back: Peer, toInternal: boolean): readonly AnnouncedPrefix[] {
  const { prefix, isInternal, via } = entry;
  if (toInternal && isInternal && !back['route-reflect']) return [];
  if (!back.out) return via ? [] : [{ prefix, carried: bare }];
  return passing(back.out, entry, via?.accepted).map(({ prefix: told, accepted }) => {
    const { communities } = accepted;
    return { prefix: told, carried: toInternal ? accepted : { ...bare, communities } };
  });
}

/** What a filter lets through of a route, or of all that a promise stands for. */
function passing(
  rules: Peer['in'],
  { prefix, isPromised }: { readonly prefix: Prefix; readonly isPromised?: true | undefined },
  carried?: Carried,
): readonly Promised[] {
  if (isPromised && prefix.length === 0) return promises(rules, 1, prefix.family, carried) ?? [];
  const accepted = filtered(rules, prefix, carried);
  return accepted ? [{ prefix, accepted }] : [];
}

/** By preference, then the shorter path; what is equal stays, because which of them wins is nobody's to say. */
function bestOf(entries: readonly Entry[]): readonly Entry[] {
  const byPrefix = groupBy(entries, ({ prefix }) => printPrefix(prefix));
  return [...byPrefix.values()].flatMap((all) => {
    const isOpen = all.some(({ isPromised }) => isPromised);
    const rank = (entry: Entry) => rankOf(entry, isOpen);
    const best = Math.min(...all.map(rank));
    return all.filter((entry) => rank(entry) === best);
  });
}

/** `isOpen`: how long paths are is not known. */
function rankOf({ asPath, isInternal, via }: Entry, isOpen: boolean): number {
  if (!via) return Number.NEGATIVE_INFINITY;
  const { preference } = via.accepted;
  return -preference * 1000 + (isOpen ? 0 : asPath.length * 2 + (isInternal ? 1 : 0));
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
