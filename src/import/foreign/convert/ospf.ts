// OSPF: network statements match addresses of interfaces, and a site names the interfaces.

import { printAddress } from '../../../model/prefix.ts';
import { type DeviceDraft, oneOrMany } from '../../site-draft.ts';
import type { ForeignInterface, ForeignOspf, Said } from '../facts.ts';
import { type Conversion, type Mutable, settingsOf } from './conversion.ts';

type OspfDraft = NonNullable<DeviceDraft['ospf']>;
type AreaDraft = NonNullable<OspfDraft['areas'][string]>;

export function convertOspf(conversion: Conversion): void {
  const { config, ledger } = conversion;
  const [first, ...others] = config.ospf;
  for (const each of others) refuseProcess(conversion, each, 'a site has one OSPF process');
  if (first) convertProcess(conversion, first);
  for (const each of config.interfaces.values()) {
    const { ospf, ospfCost, ospfPointToPoint } = each.said;
    for (const said of [ospf, ospfCost, ospfPointToPoint]) {
      if (said && !ledger.isSettled(said.line)) conversion.refuse(said, 'OSPF does not run on this interface');
    }
  }
}

function refuseProcess(conversion: Conversion, ospf: ForeignOspf, reason: string): void {
  conversion.ledger.refuse(ospf.line, reason);
  const { networks, passive, active, redistribute } = ospf;
  const all = [...networks, ...passive, ...active, ...redistribute, ospf.routerId, ospf.default, ospf.allPassive];
  for (const said of all) conversion.refuse(said, reason);
  for (const { line, type } of ospf.areas.values()) {
    conversion.ledger.refuse(line, reason);
    conversion.refuse(type, reason);
  }
}

function convertProcess(conversion: Conversion, ospf: ForeignOspf): void {
  const { ledger, device } = conversion;
  const vrf = ospf.vrf === undefined ? undefined : conversion.vrfNames.get(ospf.vrf);
  if (ospf.vrf !== undefined && vrf === undefined) {
    refuseProcess(conversion, ospf, 'its VRF is not carried');
    return;
  }
  const areas: Record<string, Mutable<AreaDraft>> = {};
  for (const [each, place] of conversion.placed) {
    const found = areaOf(conversion, ospf, each);
    if (!found) continue;
    const area = areas[areaName(found.area)] ?? { interfaces: {} };
    areas[areaName(found.area)] = area;
    area.interfaces = { ...area.interfaces, [place]: settingsIn(conversion, ospf, { each, area: found.area, place }) };
    conversion.from(found.lines, 'ospf', 'areas', areaName(found.area), 'interfaces', place);
  }
  for (const said of [...ospf.passive, ...ospf.active]) {
    if (!ledger.isSettled(said.line)) conversion.refuse(said, 'OSPF does not run on that interface');
  }
  const routerId = routerIdOf(conversion, ospf);
  if (Object.keys(areas).length === 0 || routerId === undefined) {
    refuseProcess(conversion, ospf, 'no interface that is carried runs OSPF');
    return;
  }
  for (const said of ospf.networks) {
    if (!ledger.isSettled(said.line)) conversion.refuse(said, 'no interface that is carried has an address in it');
  }
  for (const [area, { line, type }] of ospf.areas) {
    const draft = areas[areaName(area)];
    if (!draft) {
      for (const one of [line, ...(type ? [type.line] : [])])
        ledger.refuse(one, 'no interface that is carried is in the area');
      continue;
    }
    conversion.from([line], 'ospf', 'areas', areaName(area));
    if (type) draft.type = conversion.take(type, 'ospf', 'areas', areaName(area));
  }
  if (ospf.allPassive) conversion.take(ospf.allPassive, 'ospf');
  conversion.from([ospf.line], 'ospf');
  device.ospf = {
    'router-id': routerId,
    ...(vrf !== undefined && { vrf }),
    ...(ospf.redistribute.length > 0 && {
      redistribute: oneOrMany([...new Set(ospf.redistribute.map((said) => conversion.take(said, 'ospf')))]),
    }),
    ...(ospf.default && { default: conversion.take(ospf.default, 'ospf') }),
    areas,
  };
}

function areaName(area: string): string {
  return area === '0' || area === '0.0.0.0' ? 'backbone' : area;
}

interface Found {
  readonly area: string;
  readonly lines: readonly number[];
}

/** By a statement of the interface itself, else by the first network around one of its addresses. */
function areaOf(_conversion: Conversion, ospf: ForeignOspf, { said }: ForeignInterface): Found | undefined {
  const addresses = (said.addresses ?? []).filter(({ value }) => value.own.host.family === 4);
  if (addresses.length === 0 || said.vrf?.value !== ospf.vrf) return undefined;
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

interface Placed {
  readonly each: ForeignInterface;
  readonly area: string;
  readonly place: string;
}

function settingsIn(
  conversion: Conversion,
  ospf: ForeignOspf,
  { each, area, place }: Placed,
): NonNullable<AreaDraft['interfaces'][string]> {
  const path = ['ospf', 'areas', areaName(area), 'interfaces', place] as const;
  const named = (list: readonly Said<string>[]) => list.find(({ value }) => conversion.interfaceNamed(value) === each);
  const passive = named(ospf.passive);
  const active = named(ospf.active);
  if (passive) conversion.take(passive, ...path);
  if (active) conversion.take(active, ...path);
  const isPassive = passive !== undefined || (ospf.allPassive !== undefined && active === undefined);
  const { ospfCost, ospfPointToPoint } = each.said;
  return {
    ...(ospfCost && { cost: conversion.take(ospfCost, ...path) }),
    ...(isPassive && { passive: true }),
    ...(ospfPointToPoint && { 'point-to-point': conversion.take(ospfPointToPoint, ...path) }),
  };
}

/** Said, or the highest address as both makers choose it: of the loopbacks first. */
export function routerIdOf(
  conversion: Conversion,
  { routerId, line }: { readonly routerId?: Said<string>; readonly line: number },
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
          (each.kind === 'loopback') === isLoopback && each.kind !== 'management' && settingsOf(each).length > 0,
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
