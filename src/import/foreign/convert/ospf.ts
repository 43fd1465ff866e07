// OSPF: network statements match addresses of interfaces, and a site names the interfaces.

import { printAddress, printPrefix } from '../../../model/prefix.ts';
import { type DeviceDraft, oneOrMany } from '../../site-draft.ts';
import type { ForeignArea, ForeignInterface, ForeignOspf } from '../facts.ts';
import { linesOf, type Said } from '../said.ts';
import type { Conversion, Mutable } from './conversion.ts';

type OspfDraft = NonNullable<DeviceDraft['ospf']>;
type AreaDraft = NonNullable<OspfDraft['areas'][string]>;

export function convertOspf(conversion: Conversion): void {
  const { config } = conversion;
  const [first, ...others] = config.ospf.filter(({ version }) => version === 2);
  const [ofSix, ...otherSix] = config.ospf.filter(({ version }) => version === 3);
  for (const each of [...others, ...otherSix]) refuseProcess(conversion, each, 'a site has one OSPF process');
  if (first) convertProcess(conversion, first);
  if (ofSix) convertSix(conversion, ofSix);
  for (const each of config.interfaces.values()) {
    const { ospf, ospf3, ospfCost, ospfPointToPoint, ospfBfd } = each.said;
    for (const said of [ospf, ospf3, ospfCost, ospfPointToPoint, ospfBfd]) {
      conversion.refuseLeft(said, 'OSPF does not run on this interface');
    }
  }
}

function refuseProcess(conversion: Conversion, ospf: ForeignOspf, reason: string): void {
  const { networks, passive, active, redistribute, routerId, allPassive } = ospf;
  const said = linesOf(ospf, networks, passive, active, redistribute, routerId, ospf.default, allPassive);
  const inAreas = [...ospf.areas.values()].flatMap(({ lines }) => lines);
  for (const line of [...said, ...inAreas]) conversion.ledger.refuse(line, reason);
}

/** OSPF for IPv6: alone, or with the areas, interfaces and routes of OSPF for IPv4, which a site has for both. */
function convertSix(conversion: Conversion, ospf: ForeignOspf): void {
  const { device } = conversion;
  const known = device.ospf;
  if (!known) {
    convertProcess(conversion, ospf);
    return;
  }
  const members = conversion.routed().flatMap(([each, place]) => {
    const found = areaOf(ospf, each);
    return found ? [{ each, place, found }] : [];
  });
  const six = new Set(conversion.routed().flatMap(([each, place]) => (hasAddress(each, 6) ? [place] : [])));
  const wanted = Object.entries(known.areas).flatMap(([area, { interfaces }]) =>
    Object.entries(interfaces).flatMap(([place, { passive = false }]) =>
      six.has(place) ? [`${area} ${place} ${passive}`] : [],
    ),
  );
  const own = members.map(
    ({ each, place, found }) => `${conversion.areaKey(found.area)} ${place} ${isPassive(conversion, ospf, each)}`,
  );
  const isSame = (one: readonly string[], other: readonly string[]) =>
    [...one].sort().join() === [...other].sort().join();
  const redistributed = ospf.redistribute.map(({ value }) => value);
  // Costs and kinds of networks that are said of IPv4 alone would be said of both.
  const isPlain = members.every(({ each: { said } }) => !said.ospfCost && !said.ospfPointToPoint && !said.ospfBfd);
  const isAlike =
    own.length > 0 &&
    isPlain &&
    isSame(own, wanted) &&
    isSame(redistributed, [known.redistribute ?? []].flat()) &&
    ospf.default?.value === known.default &&
    ospf.vrf === undefined &&
    known.vrf === undefined;
  if (!isAlike) {
    refuseProcess(conversion, ospf, otherSix);
    for (const { each } of members) conversion.refuse(each.said.ospf3, otherSix);
    return;
  }
  known.version = [2, 3];
  for (const { found, place } of members) {
    conversion.from(found.lines, 'ospf', 'areas', conversion.areaKey(found.area), 'interfaces', place);
  }
  const { passive, active, redistribute, routerId, allPassive, areas } = ospf;
  conversion.from(linesOf(ospf, passive, active, redistribute, routerId, ospf.default, allPassive), 'ospf');
  for (const { lines } of areas.values()) conversion.from(lines, 'ospf');
  if (routerId && routerId.value !== known['router-id']) {
    conversion.ledger.remark(routerId.line, 'OSPF for IPv6 has the router id of OSPF for IPv4 here');
  }
}

const otherSix = 'its areas, interfaces or routes differ from those of OSPF for IPv4, and a site has one set for both';

function hasAddress({ said }: ForeignInterface, family: 4 | 6): boolean {
  return (said.addresses ?? []).some(({ value }) => value.own.host.family === family);
}

function convertProcess(conversion: Conversion, ospf: ForeignOspf): void {
  const { device } = conversion;
  const vrf = ospf.vrf === undefined ? undefined : conversion.vrfNames.get(ospf.vrf);
  if (ospf.vrf !== undefined && vrf === undefined) {
    refuseProcess(conversion, ospf, 'its VRF is not carried');
    return;
  }
  const areas = areasWith(conversion, ospf);
  for (const said of [...ospf.passive, ...ospf.active]) {
    conversion.refuseLeft(said, 'OSPF does not run on that interface');
  }
  const routerId = routerIdOf(conversion, ospf);
  if (Object.keys(areas).length === 0 || routerId === undefined) {
    refuseProcess(conversion, ospf, 'no interface that is carried runs OSPF');
    return;
  }
  for (const said of ospf.networks) conversion.refuseLeft(said, 'no interface that is carried has an address in it');
  for (const [number, area] of ospf.areas) {
    const id = conversion.areaKey(String(number));
    describeArea(conversion, id, area, areas[id]);
  }
  if (ospf.allPassive) conversion.take(ospf.allPassive, 'ospf');
  conversion.from([ospf.line], 'ospf');
  device.ospf = {
    'router-id': routerId,
    ...(ospf.version === 3 && { version: 3 }),
    ...(vrf !== undefined && { vrf }),
    ...(ospf.redistribute.length > 0 && {
      redistribute: oneOrMany([...new Set(ospf.redistribute.map((said) => conversion.take(said, 'ospf')))]),
    }),
    ...(ospf.default && { default: conversion.take(ospf.default, 'ospf') }),
    areas,
  };
}

/** With the interfaces that are carried. */
function areasWith(conversion: Conversion, ospf: ForeignOspf): Record<string, Mutable<AreaDraft>> {
  const areas: Record<string, Mutable<AreaDraft>> = {};
  for (const [each, place] of conversion.routed()) {
    const found = areaOf(ospf, each);
    if (!found) continue;
    const id = conversion.areaKey(found.area);
    const area = areas[id] ?? { interfaces: {} };
    areas[id] = area;
    area.interfaces = { ...area.interfaces, [place]: settingsIn(conversion, ospf, { each, area: found.area, place }) };
    conversion.from(found.lines, 'ospf', 'areas', id, 'interfaces', place);
  }
  return areas;
}

function describeArea(
  conversion: Conversion,
  id: string,
  { lines, type, noSummaries, ranges }: ForeignArea,
  draft: Mutable<AreaDraft> | undefined,
): void {
  if (!draft) {
    for (const line of lines) conversion.ledger.refuse(line, 'no interface that is carried is in the area');
    return;
  }
  conversion.from(lines, 'ospf', 'areas', id);
  if (type) draft.type = type.value;
  if (noSummaries) draft['no-summaries'] = true;
  if (ranges.length > 0) draft.ranges = oneOrMany(ranges.map(({ value }) => printPrefix(value)));
}

interface Found {
  readonly area: string;
  readonly lines: readonly number[];
}

/** By a statement of the interface itself, else by the first network around one of its addresses. */
function areaOf(ospf: ForeignOspf, each: ForeignInterface): Found | undefined {
  const { said } = each;
  if (!hasAddress(each, ospf.version === 3 ? 6 : 4) || said.vrf?.value !== ospf.vrf) return undefined;
  if (ospf.version === 3) {
    const { ospf3 } = said;
    return ospf3?.value.process === ospf.process ? { area: ospf3.value.area, lines: [ospf3.line] } : undefined;
  }
  const addresses = (said.addresses ?? []).filter(({ value }) => value.own.host.family === 4);
  if (said.ospf && said.ospf.value.process === ospf.process) {
    return { area: said.ospf.value.area, lines: [said.ospf.line] };
  }
  const narrowFirst = [...ospf.networks].sort((a, b) => a.value.wildcard.wildcard - b.value.wildcard.wildcard);
  const network = narrowFirst.find(({ value: { wildcard } }) =>
    addresses.some(({ value }) => {
      const own = Number(value.own.host.base);
      return ((own ^ wildcard.address) & ~wildcard.wildcard) === 0;
    }),
  );
  return network && { area: network.value.area, lines: [network.line] };
}

function settingsIn(
  conversion: Conversion,
  ospf: ForeignOspf,
  { each, area, place }: { readonly each: ForeignInterface; readonly area: string; readonly place: string },
): NonNullable<AreaDraft['interfaces'][string]> {
  const path = ['ospf', 'areas', conversion.areaKey(area), 'interfaces', place] as const;
  const passive = namedIn(conversion, ospf.passive, each);
  const active = namedIn(conversion, ospf.active, each);
  if (passive) conversion.take(passive, ...path);
  if (active) conversion.take(active, ...path);
  const { ospfCost, ospfPointToPoint, ospfBfd } = ospf.version === 2 ? each.said : {};
  return {
    ...(ospfCost && { cost: conversion.take(ospfCost, ...path) }),
    ...(isPassive(conversion, ospf, each) && { passive: true }),
    ...(ospfPointToPoint && { 'point-to-point': conversion.take(ospfPointToPoint, ...path) }),
    ...(ospfBfd && { bfd: conversion.take(ospfBfd, ...path) }),
  };
}

function isPassive(conversion: Conversion, ospf: ForeignOspf, each: ForeignInterface): boolean {
  if (namedIn(conversion, ospf.passive, each)) return true;
  return ospf.allPassive !== undefined && !namedIn(conversion, ospf.active, each);
}

/** Where a list of interfaces says this one. */
function namedIn(
  conversion: Conversion,
  list: readonly Said<string>[],
  each: ForeignInterface,
): Said<string> | undefined {
  return list.find(({ value }) => conversion.interfaceNamed(value) === each);
}

/** Said, or the highest address as both makers choose it: of the loopbacks first. */
export function routerIdOf(
  conversion: Conversion,
  { routerId, line, vrf }: { readonly routerId?: Said<string>; readonly line: number; readonly vrf?: string },
): string | undefined {
  const { config, ledger } = conversion;
  const said = routerId ?? config.routerId;
  if (said) {
    ledger.carry(said.line);
    return said.value;
  }
  const of = (isLoopback: boolean) =>
    [...config.interfaces.values()]
      .filter(
        (each) =>
          (each.kind === 'loopback') === isLoopback &&
          each.kind !== 'management' &&
          !each.said.shutdown &&
          each.said.vrf?.value === vrf,
      )
      .flatMap(({ said: settings }) => settings.addresses ?? [])
      .map(({ value }) => value.own.host)
      .filter(({ family }) => family === 4)
      .sort((a, b) => (a.base < b.base ? 1 : -1));
  const [highest] = [...of(true), ...of(false)];
  if (!highest) return undefined;
  ledger.remark(line, `no router id is said: ${printAddress(highest)} is the one that the switch chose`);
  return printAddress(highest);
}
