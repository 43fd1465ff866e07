// The site's flows in terms of one device: which interfaces and prefixes their ends are.

import type { Endpoint, Flow } from '../forwarding/packets/flow.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import type { FlowSettings } from '../intent/schema.ts';
import { parsePrefix } from '../model/prefix.ts';
import type { Location } from '../source/location.ts';
import { type Hop, hopsOf } from './hops.ts';
import { type Layout, subnetsOf } from './layout.ts';

/** The flows that cross a device, with ends as that device sees them. */
export function flowsOf(intent: Intent, device: DeviceIntent, layout: Layout): Flow[] {
  return (intent.site.flows ?? []).flatMap((settings, index): Flow[] => {
    const places = intent.below('flows', index);
    const { rate, path } = settings;
    const origin = settings.name === undefined ? places.at() : places.at('name');
    const hops = hopsOf(intent, settings).filter((each) => each.device === device.name);
    return hops.map((hop) => ({
      ...flowAt(intent, { settings, hop, layout, origin }),
      ...(rate !== undefined && { rateBps: rate, rateOrigin: places.at('rate') }),
      ...(path !== undefined && { expected: path, expectedOrigin: places.at('path') }),
    }));
  });
}

export interface FlowAtDevice {
  readonly settings: FlowSettings;
  readonly hop: Omit<Hop, 'device'>;
  readonly layout: Layout;
  readonly origin: Location;
}

/** What passes one device of a flow, with ends as that device sees them. */
export function flowAt(intent: Intent, { settings, hop, layout, origin }: FlowAtDevice): Flow {
  const { protocol } = settings;
  const { part = [] } = hop;
  const at = (side: 'from' | 'to'): Endpoint => {
    const end = endpointOf(intent, { label: settings[side], layout });
    const prefixes = part.flatMap((flow) => flow[side].prefix ?? []);
    const own = prefixes.length > 0 ? { ...end, prefixes } : end;
    const names = hop[side];
    return names.length === 0 || end.internet || end.label === 'any'
      ? own
      : { ...own, interfaces: names.map(layout.onDevice) };
  };
  return {
    name: flowName(settings),
    origin,
    from: at('from'),
    to: at('to'),
    ...(part.length > 0 && { families: [...new Set(part.map(({ family }) => family))] }),
    ...(hop.only && { only: hop.only }),
    ...(hop.from.length > 0 && settings.from === 'internet' && { entersBy: hop.from.map(layout.onDevice) }),
    ...(hop.to.length > 0 && { answersBy: hop.to.map(layout.onDevice) }),
    ...(hop.undelivered && { undelivered: hop.undelivered }),
    ...(hop.isAssumed && { isAssumed: true }),
    ...(protocol !== undefined && { protocol }),
    ports: part[0]?.port ?? settings.port ?? [],
    oneWay: settings['one-way'] ?? false,
  };
}

export function flowName({ name, from, to, protocol, port }: FlowSettings): string {
  if (name !== undefined) return name;
  const service = [protocol, port?.map((range) => (range.from === range.to ? range.from : `${range.from}-${range.to}`))]
    .flat()
    .filter((part) => part !== undefined);
  return [`${from} → ${to}`, ...(service.length > 0 ? [service.join(' ')] : [])].join(' ');
}

/** One end of a flow, by the name that the site gives it. */
export function endpointOf(intent: Intent, { label, layout }: { label: string; layout: Layout }): Endpoint {
  const zone = [...layout.l3.values()].filter((l3) => l3.zone === label).map(({ name }) => layout.onDevice(name));
  if (label === 'internet') return { label, interfaces: zone, prefixes: [], internet: true };
  if (label === 'any') return { label, interfaces: [], prefixes: [], internet: false };
  if (label === 'management') {
    const managed = [...layout.l3.values()].filter(({ isManagement }) => isManagement);
    const prefixes = managed.flatMap(({ addresses }) => addresses.map(({ network }) => network));
    return { label, interfaces: managed.map(({ name }) => layout.onDevice(name)), prefixes, internet: false };
  }
  const vlan = intent.site.vlans?.[label];
  if (vlan) {
    // Where the gateway lives elsewhere, its packets come and go by the routes.
    const interfaces = layout.l3.has(label) ? [layout.onDevice(label)] : [];
    return { label, interfaces, prefixes: subnetsOf(vlan), internet: false };
  }
  const prefix = parsePrefix(label);
  if (prefix) return { label, interfaces: [], prefixes: [prefix], internet: false };
  return { label, interfaces: zone, prefixes: [], internet: false };
}
