// The site's flows in terms of one device: which interfaces and prefixes their ends are, and which devices they cross.

import type { Endpoint, Flow } from '../forwarding/flow.ts';
import type { DeviceIntent, Intent } from '../intent/intent.ts';
import type { FlowSettings } from '../intent/schema.ts';
import { containsPrefix, type Prefix, parsePrefix, printAddress } from '../model/prefix.ts';
import { type L3Layout, type Layout, layOut, subnetsOf } from './layout.ts';
import { expectedRoutes } from './learnt/expected.ts';

/** The flows that cross a device, with ends as that device sees them. */
export function flowsOf(intent: Intent, device: DeviceIntent, layout: Layout): Flow[] {
  return (intent.site.flows ?? []).flatMap((settings, index): Flow[] => {
    if (!hopsOf(intent, settings).includes(device.name)) return [];
    const places = intent.below('flows', index);
    const { protocol, rate, path } = settings;
    return [
      {
        name: flowName(settings),
        origin: settings.name === undefined ? places.at() : places.at('name'),
        from: endpointOf(intent, { label: settings.from, layout }),
        to: endpointOf(intent, { label: settings.to, layout }),
        ...(protocol !== undefined && { protocol }),
        ports: settings.port ?? [],
        oneWay: settings['one-way'] ?? false,
        ...(rate !== undefined && { rateBps: rate }),
        ...(path !== undefined && { expected: path, expectedOrigin: places.at('path') }),
      },
    ];
  });
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

/**
 * The devices that a flow crosses, from its source on: found by gateways, link subnets, and the routes that the site
 * writes or that its devices tell each other. Empty when no device of the site has its source.
 */
export function hopsOf(intent: Intent, flow: FlowSettings): readonly string[] {
  const layouts = new Map([...intent.devices].map(([name, device]) => [name, layOut(intent, device)]));
  let here = [...layouts].find(([, layout]) => isLocal(layout, flow.from))?.[0];
  // A source outside of the site is followed back from its destination.
  here ??= [...layouts].find(([, layout]) => isLocal(layout, flow.to))?.[0];
  // What is nowhere in particular passes the one device that there is.
  if (layouts.size === 1 && isAnywhere(flow.from) && isAnywhere(flow.to))
    here ??= [...layouts].find(([, { l3 }]) => [...l3.values()].some(({ isManagement }) => !isManagement))?.[0];
  const hops: string[] = [];
  while (here !== undefined && !hops.includes(here)) {
    hops.push(here);
    const layout = layouts.get(here);
    const device = intent.devices.get(here);
    if (!layout || !device || isLocal(layout, flow.to)) break;
    here = neighbourTowards(intent, { device, layouts, destination: flow.to });
  }
  return hops;
}

function isAnywhere(label: string): boolean {
  return label === 'any' || label === 'internet' || parsePrefix(label) !== undefined;
}

/** The devices that route an end of a flow themselves. */
export function routersOf(intent: Intent, label: string): readonly string[] {
  return [...intent.devices.values()]
    .filter((device) => isLocal(layOut(intent, device), label))
    .map(({ name }) => name);
}

function isLocal(layout: Layout, label: string): boolean {
  if (layout.l3.get(label)?.kind === 'vlan') return true;
  const l3 = [...layout.l3.values()];
  if (l3.some(({ zone }) => zone === label)) return true;
  if (label === 'management') return l3.some(({ isManagement }) => isManagement);
  const prefix = parsePrefix(label);
  return prefix !== undefined && l3.some((each) => holds(each, prefix));
}

function holds({ addresses }: L3Layout, prefix: Prefix): boolean {
  return addresses.some(({ network }) => containsPrefix(network, prefix));
}

interface Towards {
  readonly device: DeviceIntent;
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly destination: string;
}

/** The device of the site that owns the next hop towards a destination. */
function neighbourTowards(intent: Intent, { device, layouts, destination }: Towards): string | undefined {
  const vlan = intent.site.vlans?.[destination];
  const wanted = vlan ? subnetsOf(vlan)[0] : parsePrefix(destination);
  const written = (device.settings.routes ?? []).flatMap(({ to, vrf, via = [], distance = 1 }) =>
    vrf === undefined ? [{ to, via, distance }] : [],
  );
  const learnt = expectedRoutes(intent, device).routes.flatMap(({ prefix, table, gateways, distance }) =>
    table === 'main' ? [{ to: prefix, via: gateways.map(({ address }) => address), distance }] : [],
  );
  const [best] = [...written, ...learnt]
    .filter(({ to }) => (wanted ? containsPrefix(to, wanted) : to.length === 0))
    .sort((a, b) => b.to.length - a.to.length || a.distance - b.distance);
  const via = best?.via.map(printAddress) ?? [];
  return [...layouts].find(([name, { l3 }]) => name !== device.name && owns(l3, via))?.[0];
}

function owns(l3: Layout['l3'], addresses: readonly string[]): boolean {
  return [...l3.values()].some((each) => each.addresses.some(({ host }) => addresses.includes(printAddress(host))));
}
