// Ports and bonds of the site: their place, their guards, their limits.

import { printAddress } from '../../../model/prefix.ts';
import type { Port } from '../../../profile/target.ts';
import { append } from '../../../source/append.ts';
import { oneOrMany } from '../../site-draft.ts';
import type { ForeignInterface } from '../facts.ts';
import { linesOf, type Said } from '../said.ts';
import { type Built, primaryFirst } from './built.ts';
import { type Conversion, refuseInterface, settingsOf } from './conversion.ts';
import { isolate, takeDescription, takeGuards, takeLink } from './port-settings.ts';
import { roleOf, vlansOn } from './roles.ts';

export interface PlacedPorts {
  readonly ports: ReadonlyMap<ForeignInterface, Port>;
  readonly existing: ReadonlySet<number>;
}

export function convertPorts(conversion: Conversion, { ports, existing }: PlacedPorts): void {
  const { device } = conversion;
  const { built, members } = convertBonds(conversion, { ports, existing });
  for (const [each, port] of ports) {
    const one: Built = { each, name: port.name, draft: {}, path: ['ports', port.name] };
    built.push(one);
    placePort(conversion, one, port);
    const bond = [...members].find(([, own]) => own.includes(each))?.[0];
    if (bond) joinBond(conversion, one, bond, existing);
    else if (each.said.member) {
      const reason = 'the port is a member of an aggregate that is not carried';
      refuseRole(conversion, each, reason);
      conversion.refuseLeft(each.said.member, reason);
    } else takeRole(conversion, one, existing);
    takeLink(conversion, one, port);
    takeGuards(conversion, one);
  }
  isolate(conversion, built);
  for (const { each } of built.filter(({ draft }) => Object.keys(draft).length === 0)) unplace(conversion, each);
  const [portDrafts, bondDrafts] = (['ports', 'bonds'] as const).map((kind) => draftsOf(built, kind));
  if (portDrafts) device.ports = portDrafts;
  if (bondDrafts) device.bonds = bondDrafts;
}

function convertBonds(conversion: Conversion, { ports, existing }: PlacedPorts) {
  const bonds = [...conversion.config.interfaces.values()].filter(({ kind }) => kind === 'aggregate');
  const members = membersOf(conversion, bonds, ports);
  const built: Built[] = [];
  for (const each of bonds) {
    const own = members.get(each) ?? [];
    if (own.length === 0) {
      refuseInterface(conversion, each, 'an aggregate without members that have a place');
      continue;
    }
    const bond = bondOf(conversion, each, own, existing);
    if (bond.draft.routed || bond.draft.trunk || bond.draft.vlan) built.push(bond);
    else leaveOut(conversion, bond, members);
  }
  return { built, members };
}

/** A site has no bond that carries nothing, as one whose VLANs cannot be said. */
function leaveOut(conversion: Conversion, { each }: Built, members: Map<ForeignInterface, unknown>): void {
  refuseInterface(conversion, each, 'nothing of the aggregate is carried: it has no role that a site can say');
  conversion.placed.delete(each);
  members.delete(each);
}

/** Undefined where nothing is said of any. */
function draftsOf(built: readonly Built[], kind: 'ports' | 'bonds') {
  const own = built.filter(({ path, draft }) => path[0] === kind && Object.keys(draft).length > 0);
  return own.length > 0 ? Object.fromEntries(own.map(({ name, draft }) => [name, draft])) : undefined;
}

function unplace({ placed, ledger }: Conversion, each: ForeignInterface): void {
  placed.delete(each);
  for (const line of each.heads) ledger.refuse(line, 'nothing of the port is carried');
}

function placePort(conversion: Conversion, { each, path }: Built, port: Port): void {
  conversion.placed.set(each, port.name);
  const [head] = each.heads;
  if (port.mbps < each.mbps && head !== undefined) {
    conversion.ledger.remark(head, `${each.name} is ${port.name} now, which is slower: ${port.mbps} Mbit/s`);
  }
  conversion.from(each.heads, ...path);
}

function joinBond(
  conversion: Conversion,
  { each, draft, path }: Built,
  bond: ForeignInterface,
  existing: ReadonlySet<number>,
): void {
  draft.bond = conversion.placed.get(bond) ?? '';
  if (each.said.member) conversion.take(each.said.member, ...path);
  memberRepeats(conversion, each, bond, existing);
}

/** Aggregates with the ports that have a place; what negotiates in Cisco's own way has none. */
function membersOf(
  conversion: Conversion,
  bonds: readonly ForeignInterface[],
  ports: ReadonlyMap<ForeignInterface, Port>,
): Map<ForeignInterface, readonly ForeignInterface[]> {
  const members = new Map<ForeignInterface, ForeignInterface[]>();
  for (const each of ports.keys()) {
    const { member } = each.said;
    if (!member) continue;
    if (member.value.mode === 'negotiated') {
      conversion.refuse(member, 'PAgP is Cisco’s own: use LACP at both ends');
      continue;
    }
    const isRouted = each.said.layer?.value === 3;
    const fitting = bonds.filter(({ number }) => number === member.value.aggregate);
    const bond = fitting.find(({ name }) => /^route/i.test(name) === isRouted) ?? fitting[0];
    if (bond) append(members, bond, each);
    else conversion.refuse(member, 'the aggregate is not there');
  }
  return members;
}

function bondOf(
  conversion: Conversion,
  each: ForeignInterface,
  members: readonly ForeignInterface[],
  existing: ReadonlySet<number>,
): Built {
  const name = conversion.names.claim(`bond${each.number}`);
  const path: [string, string] = ['bonds', name];
  const draft: Built['draft'] = {};
  conversion.placed.set(each, name);
  conversion.from(each.heads, ...path);
  const built = { each, name, draft, path };
  const isLacp = each.said.aggregateMode
    ? conversion.take(each.said.aggregateMode, ...path) === 'lacp'
    : members.every(({ said }) => said.member?.value.mode === 'lacp');
  if (!isLacp) draft.mode = 'balance-xor';
  const fast = members.flatMap(({ said }) => said.fastLacp ?? []);
  if (fast.length > 0) {
    draft['lacp-rate'] = '1sec';
    conversion.from(linesOf(fast), ...path);
  }
  if (each.said.minLinks) draft['min-links'] = conversion.take(each.said.minLinks, ...path);
  takeRole(conversion, built, existing);
  takeGuards(conversion, built);
  takeDescription(conversion, built);
  const { speed, fullDuplex, flowControl, rateIn, rateOut, trust, isolation, storm } = each.said;
  for (const line of linesOf(speed, fullDuplex, flowControl, rateIn, rateOut, trust, isolation, storm)) {
    conversion.ledger.refuse(line, 'a site says this of ports, not of bonds');
  }
  if (each.said.shutdown)
    conversion.refuse(each.said.shutdown, 'a bond is shut by its ports: write `enabled: false` there');
  if (each.said.l2mtu) {
    conversion.take(each.said.l2mtu, ...path);
    for (const member of members) member.said.l2mtu ??= each.said.l2mtu;
  }
  return built;
}

/** What members repeat of their aggregate, which decides where they say something else. */
function memberRepeats(
  conversion: Conversion,
  member: ForeignInterface,
  whole: ForeignInterface,
  existing: ReadonlySet<number>,
): void {
  const { ledger } = conversion;
  const [own, all] = [member, whole].map((each) => [...vlansOn(conversion, each, existing)].join());
  for (const key of ['layer', 'mode', 'access', 'native', 'trunk', 'hybrid', 'voice'] as const) {
    const lines = linesOf(member.said[key]);
    const isAlike = key === 'trunk' ? own === all : isSaidAlike(member.said[key], whole.said[key]);
    if (key === 'layer' || isAlike) ledger.ignore(...lines);
    else for (const line of lines) ledger.refuse(line, 'the aggregate says otherwise, which decides');
  }
}

type AnySaid = Said<unknown> | readonly Said<unknown>[] | undefined;

function isSaidAlike(one: AnySaid, other: AnySaid): boolean {
  const values = (said: AnySaid) =>
    [said ?? []]
      .flat()
      .map(({ value }) => JSON.stringify(value))
      .sort()
      .join();
  return values(one) === values(other);
}

function takeRole(conversion: Conversion, { each, draft, path }: Built, existing: ReadonlySet<number>): void {
  const { said } = each;
  const isRouted = isLayer3Port(conversion, each);
  if (said.layer) conversion.from([said.layer.line], ...path);
  if (isRouted) {
    takeRouted(conversion, { each, draft, path });
    return;
  }
  for (const one of settingsOf(each)) if (isLayer3(each, one)) conversion.refuse(one, 'the port is a switch port');
  const role = roleOf(conversion, each, existing);
  if (typeof role === 'string') {
    refuseRole(conversion, each, role);
    return;
  }
  conversion.from(role.lines, ...path);
  conversion.ledger.ignore(...role.stale);
  const { trunk, ...rest } = role.draft;
  const keys = Object.entries({ ...rest, trunk: Array.isArray(trunk) ? oneOrMany(trunk) : trunk });
  Object.assign(draft, Object.fromEntries(keys.filter(([, value]) => value !== undefined)));
}

/** Modular Catalysts route by every port that is no `switchport`; on others a switch port has no address. */
function isLayer3Port({ config }: Conversion, { name, said }: ForeignInterface): boolean {
  if (said.layer) return said.layer.value === 3;
  if (config.maker === 'comware') return /^route-/i.test(name);
  const isSaidOfOthers = [...config.interfaces.values()].some((each) => each.said.layer?.value === 2);
  return isSaidOfOthers || said.addresses !== undefined;
}

function refuseRole({ ledger }: Conversion, { said, heads }: ForeignInterface, reason: string): void {
  const { mode, tunnel, access, native, voice, trunk, hybrid } = said;
  const lines = linesOf(mode, tunnel, access, native, voice, trunk, hybrid);
  for (const line of lines.length > 0 ? lines : heads) ledger.refuse(line, reason);
}

function isLayer3({ said }: ForeignInterface, one: Said<unknown>): boolean {
  const all: readonly unknown[] = [said.vrf, said.mtu, said.policy, ...(said.addresses ?? []), ...(said.filters ?? [])];
  return all.includes(one);
}

function takeRouted(conversion: Conversion, { each, draft, path }: Omit<Built, 'name'>): void {
  const { said } = each;
  conversion.ledger.ignore(...linesOf(said.mode, said.access, said.native, said.voice, said.trunk, said.hybrid));
  const addresses = primaryFirst(said.addresses ?? []);
  if (addresses.length > 0) {
    const own = addresses.map((one) => conversion.take(one, ...path).own);
    draft.routed = oneOrMany(own.map(({ host, network }) => `${printAddress(host)}/${network.length}`));
  }
  const { maker, l3mtu } = conversion.config;
  const mtu = said.mtu ?? (maker === 'ios' ? said.l2mtu : undefined) ?? l3mtu;
  if (mtu && addresses.length > 0) draft.mtu = conversion.take(mtu, ...path);
}
