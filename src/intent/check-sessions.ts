// Routing protocols between devices of a site, checked from both ends: BGP sessions and OSPF adjacencies that cannot
// come up because the two do not say the same.

import type { Diagnostic, Found } from '../diagnostics/diagnostic.ts';
import { mistake } from '../diagnostics/mistake.ts';
import { containsPrefix, isSamePrefix, printAddress, printPrefix } from '../model/prefix.ts';
import type { Span } from '../source/location.ts';
import { advertised } from './advertised.ts';
import type { Check } from './check.ts';
import type { DeviceIntent, Intent } from './intent.ts';
import { type OwnAddress, ownAddresses, vrfOf } from './networks.ts';
import type { Bgp, Ospf } from './schema-routing.ts';

export const checkSessions: Check = ({ intent, partial }) =>
  partial
    ? []
    : [
        ...[...intent.devices.values()].flatMap((device) => [
          ...bgpSessions(intent, device),
          ...untold(intent, device),
          ...foreignInterfaces(device),
        ]),
        ...adjacencies(intent),
      ];

type Peer = Bgp['peers'][string];

function bgpSessions(intent: Intent, device: DeviceIntent): Diagnostic[] {
  return Object.entries(device.settings.bgp?.peers ?? {}).flatMap(([name, peer]): Found => {
    const far = ownerOf(intent, peer, device);
    const problem = far && sessionProblem({ intent, device, name, peer }, far);
    if (!problem) return [];
    return mistake('intent/session-mismatch', {
      what: `the BGP session of \`${device.name}\` with \`${far.name}\` cannot come up: ${problem.what}`,
      at: problem.at ?? device.places.keyAt('bgp', 'peers', name),
      label: problem.label,
      related: [{ at: problem.far, text: problem.farText }],
      device: device.name,
      fix: problem.fix,
    });
  });
}

/** What no peer is told although the site advertises it. */
function untold(intent: Intent, device: DeviceIntent): Diagnostic[] {
  return advertised(intent, device).flatMap(({ prefix, at, isKnown }): Found => {
    if (isKnown) return [];
    const text = printPrefix(prefix);
    const why = 'BGP announces a network where the routing table has a route of exactly the same prefix.';
    return mistake('intent/never-announced', {
      what: `\`${device.name}\` has no route to ${text} itself, so no peer learns it`,
      at,
      label: 'not in its routing table',
      severity: 'warning',
      device: device.name,
      why,
      fix: `add the route \`{ to: ${text}, blackhole: true }\`, or advertise what it has`,
    });
  });
}

/** Interfaces that OSPF cannot run on, because they are not in its VRF. */
function foreignInterfaces({ name: device, settings, places }: DeviceIntent): Diagnostic[] {
  const { ospf } = settings;
  return Object.entries(ospf?.areas ?? {}).flatMap(([area, { interfaces }]) =>
    Object.keys(interfaces).flatMap((written): Found => {
      const vrf = vrfOf(settings, written);
      if (vrf === ospf?.vrf) return [];
      const fix = vrf === undefined ? `put \`${written}\` into VRF \`${ospf?.vrf}\`` : `write \`vrf: ${vrf}\` for OSPF`;
      return mistake('intent/never-announced', {
        what: `OSPF does not run on \`${written}\`: it is in ${vrf === undefined ? 'no VRF' : `VRF \`${vrf}\``}`,
        at: places.keyAt('ospf', 'areas', area, 'interfaces', written),
        label: ospf?.vrf === undefined ? 'OSPF runs in no VRF' : `OSPF runs in VRF \`${ospf.vrf}\``,
        severity: 'warning',
        device,
        fix: `${fix}, or leave it out here`,
      });
    }),
  );
}

/** The other device of the site that has the peer's address. */
function ownerOf(intent: Intent, peer: Peer, self: DeviceIntent): DeviceIntent | undefined {
  return [...intent.devices.values()].find((each) => each !== self && isAddressOf(intent, each, peer));
}

interface SessionProblem {
  readonly what: string;
  readonly at?: Span;
  readonly label: string;
  readonly far: Span;
  readonly farText: string;
  readonly fix: string;
}

interface Session {
  readonly intent: Intent;
  readonly device: DeviceIntent;
  readonly name: string;
  readonly peer: Peer;
}

/** What keeps a BGP session from coming up; the two devices may be of different sites. */
export function sessionProblem(session: Session, far: DeviceIntent): SessionProblem | undefined {
  const { device, name, peer } = session;
  const own = device.settings.bgp;
  const other = far.settings.bgp;
  const at = (...path: PropertyKey[]) => device.places.at('bgp', 'peers', name, ...path);
  if (!own) return undefined;
  if (!other) {
    const label = `this address is one of \`${far.name}\``;
    const place = { at: at('address'), label, far: far.places.keyAt(), farText: 'no `bgp` here' };
    return { what: `\`${far.name}\` has no BGP`, ...place, fix: `add \`bgp\` to \`${far.name}\`` };
  }
  if (other.asn !== peer.asn) {
    return {
      what: `it expects AS ${peer.asn}, which is not the other’s`,
      at: at('asn'),
      label: `AS ${peer.asn}`,
      far: far.places.at('bgp', 'asn'),
      farText: `\`${far.name}\` is AS ${other.asn}`,
      fix: `write \`asn: ${other.asn}\` for the peer, or correct the other’s own`,
    };
  }
  const back = backPeer(session, far);
  if (!back) {
    return {
      what: `\`${far.name}\` does not name it as a peer`,
      label: `expects \`${far.name}\``,
      far: far.places.keyAt('bgp', 'peers'),
      farText: `no peer here is \`${device.name}\``,
      fix: `add a peer with an address of \`${device.name}\` and \`asn: ${own.asn}\``,
    };
  }
  return otherAddress(session, far, back) ?? oneSided(session, far, back);
}

/** The peer by which the other end names this device: of several the one that names where this session comes from. */
export function backPeer({ intent, device, peer }: Session, far: DeviceIntent): readonly [string, Peer] | undefined {
  const naming = Object.entries(far.settings.bgp?.peers ?? {}).filter(([, each]) => isAddressOf(intent, device, each));
  const source = sourceOf(intent, device, peer);
  return naming.find(([, { address }]) => source && isSamePrefix(address, source.host)) ?? naming[0];
}

function sourceOf(intent: Intent, device: DeviceIntent, { address }: Peer): OwnAddress | undefined {
  return ownAddresses(intent, device).find(({ network }) => containsPrefix(network, address));
}

/** A direct session comes from the own address in the peer's network, and that is the one that the other has to name. */
function otherAddress(
  { intent, device, name, peer }: Session,
  far: DeviceIntent,
  [farName, farPeer]: readonly [string, Peer],
): SessionProblem | undefined {
  const own = sourceOf(intent, device, peer);
  if (!own || peer.multihop || farPeer.multihop || isSamePrefix(own.host, farPeer.address)) return undefined;
  const source = printAddress(own.host);
  return {
    what: `it comes from ${source}, where the other expects ${printAddress(farPeer.address)}`,
    at: device.places.at('bgp', 'peers', name, 'address'),
    label: `reached from ${source}`,
    far: far.places.at('bgp', 'peers', farName, 'address'),
    farText: `\`${far.name}\` expects this`,
    fix: `write \`address: ${source}\` there, or \`multihop: true\` at both ends`,
  };
}

/** The two name each other: what else has to be the same at both ends. */
function oneSided(
  { device, name, peer }: Session,
  far: DeviceIntent,
  [farName, farPeer]: readonly [string, Peer],
): SessionProblem | undefined {
  for (const key of ['password', 'bfd'] as const) {
    const isOwn = peer[key] !== undefined && peer[key] !== false;
    const isFar = farPeer[key] !== undefined && farPeer[key] !== false;
    // Said once, at the end that has it.
    if (!isOwn || isFar) continue;
    return {
      what: `only one of the two has \`${key}\``,
      at: device.places.keyAt('bgp', 'peers', name, key),
      label: 'here',
      far: far.places.keyAt('bgp', 'peers', farName),
      farText: `no \`${key}\` here`,
      fix: `write \`${key}\` at both ends, or at neither`,
    };
  }
  return undefined;
}

function isAddressOf(intent: Intent, device: DeviceIntent, { address }: Peer): boolean {
  return ownAddresses(intent, device).some(({ host }) => isSamePrefix(host, address));
}

export interface OspfEnd {
  readonly device: DeviceIntent;
  readonly ospf: Ospf;
  readonly area: string;
  readonly settings: Ospf['areas'][string]['interfaces'][string];
  readonly at: Span;
}

/** Interfaces of two devices in one network that both cover by OSPF. */
function adjacencies(intent: Intent): Diagnostic[] {
  const known = new Map<string, OspfEnd>();
  const told = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const { network, end } of ospfEnds(intent)) {
    const before = known.get(network);
    if (!before) known.set(network, end);
    if (!before || before.device === end.device) continue;
    const problem = adjacencyProblem(before, end);
    const pair = `${before.at.start} ${end.at.start}`;
    if (problem === undefined || told.has(pair)) continue;
    told.add(pair);
    diagnostics.push(adjacency(problem, [before, end]));
  }
  return diagnostics;
}

function ospfEnds(intent: Intent): readonly { readonly network: string; readonly end: OspfEnd }[] {
  return [...intent.devices.values()].flatMap((device) =>
    ownAddresses(intent, device).flatMap((own) => {
      const end = ospfEnd(device, own);
      return end ? [{ network: printPrefix(own.network), end }] : [];
    }),
  );
}

export function ospfEnd(
  device: DeviceIntent,
  { owner, host }: Pick<OwnAddress, 'owner' | 'host'>,
): OspfEnd | undefined {
  const { ospf } = device.settings;
  if (!ospf || !(ospf.version ?? ['2']).includes(host.family === 4 ? '2' : '3')) return undefined;
  const covering = Object.entries(ospf.areas).find(([, { interfaces }]) => interfaces[owner]);
  const settings = covering?.[1].interfaces[owner];
  if (!covering || !settings || settings.passive) return undefined;
  const [area] = covering;
  return { device, ospf, area, settings, at: device.places.keyAt('ospf', 'areas', area, 'interfaces', owner) };
}

/** What keeps the two from becoming neighbours. */
export function adjacencyProblem(a: OspfEnd, b: OspfEnd): string | undefined {
  if (areaId(a.area) !== areaId(b.area)) return `one end is in area ${a.area}, the other in ${b.area}`;
  const [typeA, typeB] = [a, b].map(({ ospf, area }) => ospf.areas[area]?.type ?? 'default');
  if (typeA !== typeB) return `the area is ${typeA} at one end and ${typeB} at the other`;
  if ((a.settings.password === undefined) !== (b.settings.password === undefined)) return 'only one end has a password';
  if ((a.settings['point-to-point'] ?? false) !== (b.settings['point-to-point'] ?? false)) {
    return 'only one end is point-to-point';
  }
  return undefined;
}

/** As RouterOS writes it: `backbone`, `0` and `0.0.0.0` are one area. */
export function areaId(id: string): string {
  if (id === 'backbone') return '0.0.0.0';
  return id.includes('.') ? id : printAddress({ family: 4, base: BigInt(id), length: 32 });
}

function adjacency(problem: string, [a, b]: readonly [OspfEnd, OspfEnd]): Diagnostic {
  return mistake('intent/session-mismatch', {
    what: `\`${a.device.name}\` and \`${b.device.name}\` do not become OSPF neighbours: ${problem}`,
    at: a.at,
    label: 'one end',
    related: [{ at: b.at, text: `the other end, \`${b.device.name}\`` }],
    device: a.device.name,
    fix: 'write the same at both ends',
  });
}
