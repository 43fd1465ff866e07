// OSPF: one instance, its areas, and one interface template per interface.

import { areaId } from '../intent/check-sessions.ts';
import type { Places } from '../intent/intent.ts';
import type { Ospf, OspfVersion } from '../intent/schema-routing.ts';
import { printAddress, printPrefix } from '../model/prefix.ts';
import { allowBfd } from './bfd.ts';
import { secretToken } from './bgp.ts';
import type { LowerContext } from './context.ts';
import { said } from './draft.ts';
import { addFilterChain } from './routing-filter.ts';
import { tag } from './tag.ts';

const instanceName = 'rosc';
const inChain = 'rosc-ospf-in';

/** One instance of OSPF: version 2 routes IPv4, version 3 IPv6. */
interface Instance {
  readonly version: OspfVersion;
  /** Behind the names of the second of two instances. */
  readonly suffix: string;
}

export function lowerOspf(context: LowerContext): void {
  const { ospf } = context.device.settings;
  if (!ospf) return;
  const places = context.device.places.below('ospf');
  if (ospf.in) addFilterChain(context, { chain: inChain, rules: ospf.in, places: places.below('in') });
  for (const [index, version] of [...new Set(ospf.version ?? (['2'] as const))].entries()) {
    const instance = { version, suffix: index === 0 ? '' : `-v${version}` };
    addInstance(context, { ospf, places, instance });
    for (const [id, area] of Object.entries(ospf.areas))
      addArea(context, { id, area, places: places.below('areas', id), instance });
  }
}

function addInstance(
  { device, draft }: LowerContext,
  { ospf, places, instance: { version, suffix } }: { ospf: Ospf; places: Places; instance: Instance },
): void {
  const origin = device.places.keyAt('ospf');
  draft.add('/routing/ospf/instance', origin, {
    name: said(`${instanceName}${suffix}`, origin),
    version: said(version, ospf.version ? places.at('version') : origin),
    'router-id': said(printAddress(ospf['router-id']), places.at('router-id')),
    vrf: said(ospf.vrf, places.at('vrf')),
    redistribute: ospf.redistribute && said(ospf.redistribute.join(','), places.at('redistribute')),
    'originate-default': said(ospf.default, places.at('default')),
    'in-filter-chain': ospf.in && said(inChain, places.keyAt('in')),
    comment: tag([`ospf${suffix}`], origin),
  });
}

interface AreaContext {
  readonly id: string;
  readonly area: Ospf['areas'][string];
  readonly places: Places;
  readonly instance: Instance;
}

function addArea(context: LowerContext, areaContext: AreaContext): void {
  const { draft, device } = context;
  const { id, area, places, instance } = areaContext;
  const { suffix } = instance;
  const origin = device.places.keyAt('ospf', 'areas', id);
  draft.add('/routing/ospf/area', origin, {
    name: said(`${id}${suffix}`, origin),
    instance: said(`${instanceName}${suffix}`, origin),
    'area-id': said(areaId(id), origin),
    type: said(area.type, places.at('type')),
    // Switches that are set by being there have an empty value.
    'no-summaries': area['no-summaries'] && said('', places.at('no-summaries')),
    comment: tag([`ospf${suffix}`, id], origin),
  });
  addRanges(context, areaContext);
  for (const name of Object.keys(area.interfaces)) addInterface(context, areaContext, name);
}

function addRanges({ draft, device }: LowerContext, { id, area, places, instance }: AreaContext): void {
  const { version, suffix } = instance;
  const origin = device.places.keyAt('ospf', 'areas', id);
  for (const [index, prefix] of (area.ranges ?? []).entries()) {
    if (prefix.family !== (version === '2' ? 4 : 6)) continue;
    const at = places.at('ranges', index);
    draft.add('/routing/ospf/area/range', at, {
      area: said(`${id}${suffix}`, origin),
      prefix: said(printPrefix(prefix), at),
      comment: tag([`ospf${suffix}`, id, printPrefix(prefix)], at),
    });
  }
}

function addInterface(context: LowerContext, { id, area, places, instance }: AreaContext, name: string): void {
  const settings = area.interfaces[name];
  if (!settings) return;
  const { suffix } = instance;
  const at = places.keyAt('interfaces', name);
  const below = places.below('interfaces', name);
  if (settings.bfd) allowBfd(context, { interfaces: said(name, at) }, { name: ['ospf', name], origin: at });
  context.draft.add('/routing/ospf/interface-template', at, {
    interfaces: said(name, at),
    area: said(`${id}${suffix}`, at),
    cost: said(settings.cost, below.at('cost')),
    type: settings['point-to-point'] ? said('ptp', below.at('point-to-point')) : undefined,
    passive: settings.passive ? said('', below.at('passive')) : undefined,
    auth: settings.password && said('sha256', below.at('password')),
    'auth-id': settings.password && said(1, below.at('password')),
    'auth-key': settings.password && said(secretToken(settings.password), below.at('password')),
    'use-bfd': said(settings.bfd, below.at('bfd')),
    comment: tag([`ospf${suffix}`, id, name], at),
  });
}
