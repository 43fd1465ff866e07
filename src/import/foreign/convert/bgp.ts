// BGP: the peers that exchange routes of their own address family, with their filters. A peer whose filter cannot be
// said is not carried: it would learn or announce what it must not.

import { Secret } from '../../../intent/secret.ts';
import { containsPrefix, type Prefix, printAddress, printPrefix } from '../../../model/prefix.ts';
import { Names } from '../../names.ts';
import { type DeviceDraft, oneOrMany } from '../../site-draft.ts';
import { aclKey } from '../acl-values.ts';
import type { ForeignBgp, ForeignPeer } from '../facts.ts';
import { linesOf, type Said } from '../said.ts';
import type { Conversion } from './conversion.ts';
import { routerIdOf } from './ospf.ts';
import { type FilterRuleDraft, filterOf } from './prefix-filter.ts';
import { shortened } from './vlans.ts';

type BgpDraft = NonNullable<DeviceDraft['bgp']>;
type PeerDraft = BgpDraft['peers'][string];

export function convertBgp(conversion: Conversion): void {
  const { bgp } = conversion.config;
  if (!bgp) return;
  const peers = convertPeers(conversion, bgp);
  settleGroups(conversion, bgp);
  const routerId = routerIdOf(conversion, bgp);
  if (Object.keys(peers).length === 0 || routerId === undefined) {
    const reason = 'no peer that is carried exchanges routes';
    const said = linesOf(bgp, bgp.networks, bgp.multipath, bgp.routerId);
    for (const line of [...said, ...bgp.familyLines]) conversion.ledger.refuse(line, reason);
    return;
  }
  conversion.from([bgp.line, ...bgp.familyLines], 'bgp');
  const networks = bgp.networks.map((said) => printPrefix(conversion.take(said, 'bgp')));
  conversion.device.bgp = {
    asn: bgp.asn,
    'router-id': routerId,
    ...(networks.length > 0 && { advertise: oneOrMany(networks) }),
    ...(bgp.multipath && { multipath: conversion.take(bgp.multipath, 'bgp') }),
    peers,
  };
}

function convertPeers(conversion: Conversion, bgp: ForeignBgp): Record<string, PeerDraft> {
  const names = new Names([]);
  const peers: Record<string, PeerDraft> = {};
  for (const peer of bgp.peers.values()) {
    if (!peer.address) continue;
    const draft = peerDraft(conversion, bgp, peer);
    if (typeof draft === 'string') {
      for (const line of peer.lines) conversion.ledger.refuse(line, `the peer is not carried: ${draft}`);
      continue;
    }
    const name = names.claim(draft.description ?? `peer-${printAddress(peer.address).replaceAll(':', '-')}`, 'peer');
    peers[name] = draft;
    conversion.from(peer.lines, 'bgp', 'peers', name);
  }
  return peers;
}

/** Groups are not peers: their lines count where a peer of theirs does. */
function settleGroups({ ledger }: Conversion, bgp: ForeignBgp): void {
  for (const group of bgp.peers.values()) {
    if (group.address) continue;
    const isUsed = [...bgp.peers.values()].some(
      (peer) => peer.group?.value === group.key && ledger.isCarried(peer.group.line),
    );
    for (const line of group.lines) {
      if (isUsed) ledger.carry(line);
      else ledger.refuse(line, 'no peer that is carried is in the group');
    }
  }
}

/** A sentence where the peer cannot be carried. */
function peerDraft(conversion: Conversion, bgp: ForeignBgp, peer: ForeignPeer): PeerDraft | string {
  const group = peer.group && bgp.peers.get(peer.group.value);
  const of = <Key extends keyof ForeignPeer>(key: Key) => peer[key] ?? group?.[key];
  const asn = of('asn');
  if (!peer.address || !asn) return 'it has no AS number';
  const idle = whyIdle(bgp, peer, group);
  if (idle !== undefined) return idle;
  if (of('source') && !of('multihop') && !isBeside(conversion, peer.address)) {
    return 'its session starts at an address of its own, as of a loopback, which a site has no word for';
  }
  const filters = filtersOf(conversion, [...peer.lists, ...(group?.lists ?? [])], peer.address.family);
  if (typeof filters === 'string') return filters;
  const description = of('description');
  const hold = of('holdTime');
  const variable = `ROSC_BGP_${printAddress(peer.address).replace(/\W/g, '_')}`;
  return {
    address: printAddress(peer.address),
    asn: asn.value,
    ...(of('multihop') && { multihop: true }),
    ...(of('hasPassword') && { password: new Secret('env', variable) }),
    ...(hold && { 'hold-time': hold.value }),
    ...filters,
    ...(of('routeReflect') && { 'route-reflect': true }),
    ...(of('nextHopSelf') && { 'next-hop-self': true }),
    ...(of('bfd') && { bfd: true }),
    ...(description && { description: shortened(description.value) }),
  };
}

/** In a network of the device, where RouterOS starts the session at its address in that network. */
function isBeside({ config }: Conversion, peer: Prefix): boolean {
  const addresses = [...config.interfaces.values()].flatMap(({ said }) => said.addresses ?? []);
  return addresses.some(({ value: { own } }) => containsPrefix(own.network, peer));
}

function whyIdle(bgp: ForeignBgp, peer: ForeignPeer, group: ForeignPeer | undefined): string | undefined {
  if (peer.isShut ?? group?.isShut) return 'it is shut';
  const family = peer.address?.family ?? 4;
  const active = family === 4 ? (peer.active ?? group?.active) : (peer.active6 ?? group?.active6);
  const isActive = active?.value ?? (family === 4 && bgp.isActiveByDefault);
  return isActive ? undefined : `it exchanges no IPv${family} routes`;
}

function filtersOf(
  conversion: Conversion,
  lists: readonly PeerList[],
  family: 4 | 6,
): Pick<PeerDraft, 'in' | 'out'> | string {
  const filters: { in?: FilterRuleDraft[]; out?: FilterRuleDraft[] } = {};
  const lines: number[] = [];
  for (const direction of ['in', 'out'] as const) {
    const [list, further] = lists.filter(({ value }) => value.direction === direction);
    if (!list) continue;
    const filter = further ? 'several filters in one direction' : filterNamed(conversion, list, family);
    if (typeof filter === 'string') return filter;
    filters[direction] = [...filter.rules];
    lines.push(...filter.lines);
  }
  conversion.ledger.carry(...lines);
  return filters;
}

type PeerList = Said<ForeignPeer['lists'][number]['value']>;

interface NamedFilter {
  readonly rules: readonly FilterRuleDraft[];
  readonly lines: readonly number[];
}

function filterNamed(conversion: Conversion, { value, line }: PeerList, family: 4 | 6): NamedFilter | string {
  const { config } = conversion;
  const map = value.kind === 'map' ? config.policies.get(value.name) : undefined;
  if (value.kind === 'map') {
    const [node, further] = map ?? [];
    const [list, second] = node?.prefixLists ?? [];
    const isPlain = node?.action === 'permit' && !further && list && !second && node.acls.length === 0;
    if (!isPlain || node.unsayable.length > 0 || node.nextHops.length > 0)
      return 'its route map does more than name a prefix list';
    const named: PeerList = { value: { ...value, name: list.value, kind: 'prefix-list' }, line };
    const filter = filterNamed(conversion, named, family);
    return typeof filter === 'string' ? filter : { ...filter, lines: [...node.lines, list.line, ...filter.lines] };
  }
  const entries = config.prefixLists.get(aclKey(value.name, family));
  if (!entries) return 'its prefix list is not there';
  const rules = filterOf(entries);
  return rules ? { rules, lines: linesOf(entries) } : 'its prefix list cannot be said as `accept` and `reject`';
}
