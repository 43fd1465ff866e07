// The site's flows in terms of one device: which interfaces and prefixes their ends are.

import type { Endpoint, Flow } from '../forwarding/flow.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import type { FlowSettings } from '../intent/schema.ts';
import { parsePrefix } from '../model/prefix.ts';
import type { Location } from '../source/location.ts';
import { type Hop, hopsOf } from './hops.ts';
import { type Layout, subnetsOf } from './layout.ts';

/** The flows that cross a device, with ends as that device sees them. */
export function flowsOf(intent: Intent, device: DeviceIntent, layout: Layout): Flow[] {
  return (intent.site.flows ?? []).flatMap((settings, index): Flow[] => {
    const hop = hopsOf(intent, settings).find((each) => each.device === device.name);
    if (!hop) return [];
    const places = intent.below('flows', index);
    const { rate, path } = settings;
    const origin = settings.name === undefined ? places.at() : places.at('name');
    return [
      {
        ...flowAt(intent, { settings, hop, layout, origin }),
        ...(rate !== undefined && { rateBps: rate }),
        ...(path !== undefined && { expected: path, expectedOrigin: places.at('path') }),
      },
    ];
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
  const at = (end: Endpoint, names: readonly string[]) =>
    names.length === 0 || end.internet || end.label === 'any'
      ? end
      : { ...end, interfaces: names.map(layout.onDevice) };
  return {
    name: flowName(settings),
    origin,
    from: at(endpointOf(intent, { label: settings.from, layout }), hop.from),
    to: at(endpointOf(intent, { label: settings.to, layout }), hop.to),
    ...(hop.only && { only: hop.only }),
    ...(hop.circle && { circle: hop.circle }),
    ...(protocol !== undefined && { protocol }),
    ports: settings.port ?? [],
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
