// What a site says of a port beside its VLANs: the wire, guards of the spanning tree, limits, isolation.

import { siteBitRate } from '../../../model/rates.ts';
import type { Port } from '../../../profile/target.ts';
import { oneOrMany, type PortDraft } from '../../site-draft.ts';
import type { Said } from '../said.ts';
import type { Built } from './built.ts';
import type { Conversion, Mutable } from './conversion.ts';
import { shortened } from './vlans.ts';

const speeds: Readonly<Record<number, '10M-baseT-full' | '100M-baseT-full' | '1G-baseT-full'>> = {
  10: '10M-baseT-full',
  100: '100M-baseT-full',
  1000: '1G-baseT-full',
};

export function takeDescription(conversion: Conversion, { each: { said }, draft, path }: Built): void {
  if (said.description) draft.description = shortened(conversion.take(said.description, ...path));
}

export function takeLink(conversion: Conversion, built: Built, port: Port): void {
  const { each, draft, path } = built;
  const { said } = each;
  takeDescription(conversion, built);
  if (said.shutdown) {
    conversion.take(said.shutdown, ...path);
    draft.enabled = false;
  }
  takeSpeed(conversion, built, port);
  if (said.flowControl) draft['flow-control'] = conversion.take(said.flowControl, ...path);
  const frame = said.l2mtu ?? conversion.config.l2mtu;
  if (frame && draft.mtu === undefined) takeFrameSize(conversion, { draft, path }, frame);
  if (said.rateIn || said.rateOut) {
    draft.rate = {
      ...(said.rateIn && { in: siteBitRate(conversion.take(said.rateIn, ...path)) }),
      ...(said.rateOut && { out: siteBitRate(conversion.take(said.rateOut, ...path)) }),
    };
  }
  if (said.trust) draft.qos = { trust: conversion.take(said.trust, ...path) };
}

function takeSpeed(conversion: Conversion, { each, draft, path }: Omit<Built, 'name'>, { medium }: Port): void {
  const { speed: wanted, fullDuplex } = each.said;
  const speed = wanted && speeds[wanted.value];
  if (wanted && fullDuplex && speed && medium === 'rj45') {
    draft.speed = speed;
    conversion.from([wanted.line, fullDuplex.line], ...path);
    return;
  }
  const reason = 'a fixed speed needs a copper port here, and `duplex full` beside it there';
  for (const one of [wanted, fullDuplex]) conversion.refuse(one, reason);
}

const l2mtuMin = 1500;
const l2mtuMax = 10_222;

function takeFrameSize(
  conversion: Conversion,
  { draft, path }: Pick<Built, 'draft' | 'path'>,
  frame: Said<number>,
): void {
  const most = Math.min(l2mtuMax, conversion.target.fact('l2mtu.max')?.value ?? l2mtuMax);
  const wanted = frame.value;
  if (wanted < l2mtuMin) {
    conversion.refuse(frame, 'smaller frames than Ethernet’s are not in the site’s words');
    return;
  }
  if (wanted > most) conversion.ledger.remark(frame.line, `the device takes frames of ${most} bytes at most`);
  draft.l2mtu = Math.min(wanted, most);
  conversion.take(frame, ...path);
}

type StpDraft = Mutable<NonNullable<PortDraft['stp']>>;

export function takeGuards(conversion: Conversion, { each, draft, path }: Built): void {
  const stp = stpOf(conversion, { each, draft, path });
  if (Object.keys(stp).length > 0 && draft.bond === undefined) draft.stp = stp;
  const isAccess = draft.vlan !== undefined || draft.trunk !== undefined;
  const guard = each.said.bpduGuard ?? (stp.edge && isAccess ? conversion.config.bpduGuardDefault : undefined);
  if (path[0] !== 'ports') conversion.refuse(guard, 'a site says this of ports, not of bonds');
  else if (guard && conversion.take(guard, ...path)) draft['bpdu-guard'] = true;
  takeStorm(conversion, { each, draft, path });
}

/** What a site says of the spanning tree at the port. */
function stpOf(conversion: Conversion, { each: { said }, draft, path }: Omit<Built, 'name'>): StpDraft {
  const edge = said.edge ?? (draft.vlan === undefined ? undefined : conversion.config.edgeDefault);
  const stp: StpDraft = {};
  if (edge && conversion.take(edge, ...path)) stp.edge = true;
  if (said.rootGuard) stp['root-guard'] = conversion.take(said.rootGuard, ...path);
  if (said.stpCost) stp.cost = conversion.take(said.stpCost, ...path);
  if (said.stpPriority) {
    if (said.stpPriority.value % 16 === 0 && said.stpPriority.value <= 240) {
      stp.priority = conversion.take(said.stpPriority, ...path);
    } else conversion.refuse(said.stpPriority, 'a priority of a port is a multiple of 16 up to 240');
  }
  return stp;
}

function takeStorm(conversion: Conversion, { each, draft, path }: Omit<Built, 'name'>): void {
  const broadcast = each.said.storm?.find(({ value }) => value.kind === 'broadcast');
  for (const one of each.said.storm ?? []) {
    const limit = broadcast?.value.percent;
    if (path[0] !== 'ports') continue;
    if (limit === undefined || one.value.percent !== limit || limit < 1 || limit > 100) {
      conversion.refuse(one, 'a port has one limit, for broadcasts first, from 1 to 100 percent');
      continue;
    }
    conversion.take(one, ...path);
    const known = draft['storm-control'] ?? { limit };
    draft['storm-control'] = one.value.kind === 'broadcast' ? known : { ...known, [one.value.kind]: true };
  }
}

/** Members of a group do not talk to each other: a site lists who may receive, which is everybody else. */
export function isolate(conversion: Conversion, built: readonly Built[]): void {
  const isBridged = ({ draft }: Built) =>
    draft.vlan !== undefined || draft.trunk !== undefined || draft.native !== undefined;
  const places = built.filter(isBridged);
  for (const { each, draft, path } of built) {
    const group = each.said.isolation;
    if (!group || path[0] !== 'ports') continue;
    const others = places.filter((other) => other.each.said.isolation?.value !== group.value).map(({ name }) => name);
    if (others.length === 0) {
      conversion.refuse(group, 'no other port may hear it: a site names at least one that does');
      continue;
    }
    conversion.take(group, ...path);
    draft.isolation = oneOrMany(others);
  }
}
