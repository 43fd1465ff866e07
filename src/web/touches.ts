// What belongs together on the page: which ports, VLANs and flows a verdict, a flow or a finding is about.

import { codesOf, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Network } from '../forwarding/network/network.ts';
import type { FlowVerdict } from '../forwarding/packets/flow.ts';
import { type Item, listValues, type MenuPath } from '../model/config.ts';
import { append } from '../source/append.ts';
import { derivedOnce, groupBy } from '../source/grouping.ts';
import { locationKey } from '../source/location.ts';
import type { WebAnalysis, WebDevice } from './analysis.ts';

/** `DEVICE/port/NAME`, `DEVICE/vlan/ID` or `flow/NAME`. */
export type Touch = string;

export const portTouch = (device: string, port: string): Touch => `${device}/port/${port}`;
export const vlanTouch = (device: string, vid: number): Touch => `${device}/vlan/${vid}`;
export const flowTouch = (flow: string): Touch => `flow/${flow}`;

export function touchesOfItem({ network, report: { name: device } }: WebDevice, item: Item): readonly Touch[] {
  const found = new Set<Touch>();
  for (const name of interfacesOf(network, item)) addInterface(found, { network, device }, name);
  for (const vid of vlanIdsOf(item)) found.add(vlanTouch(device, vid));
  return [...found];
}

export function touchesOfFlow(
  { network, report: { name: device } }: WebDevice,
  { flow }: FlowVerdict,
): readonly Touch[] {
  const found = new Set<Touch>([flowTouch(flow.name)]);
  for (const name of [...flow.from.interfaces, ...flow.to.interfaces]) addInterface(found, { network, device }, name);
  return [...found];
}

/** By the items whose places it marks, and by the flows that name its code at the same place. */
export function touchesOfDiagnostics({ devices, report }: WebAnalysis): readonly (readonly Touch[])[] {
  const places = devices.map((device) => ({ device, items: itemsByPlace(device) }));
  const flows = [...devices.flatMap((device) => device.report.flows), ...report.flows.map(({ verdict }) => verdict)];
  return report.diagnostics.map((diagnostic) => {
    const marked = [diagnostic.primary, ...diagnostic.related].map(({ at }) => locationKey(at));
    const touches = places
      .filter(({ device }) => diagnostic.device === undefined || diagnostic.device === device.report.name)
      .flatMap(({ device, items }) =>
        marked.flatMap((place) => items.get(place) ?? []).flatMap((item) => touchesOfItem(device, item)),
      );
    const about = flows.filter((verdict) => isAboutFlow(diagnostic, verdict));
    return [...new Set([...touches, ...about.map(({ flow }) => flowTouch(flow.name))])];
  });
}

function isAboutFlow(diagnostic: Diagnostic, { flow, because, notes }: FlowVerdict): boolean {
  const codes = codesOf(diagnostic);
  const places = new Set([diagnostic.primary, ...diagnostic.related].map(({ at }) => locationKey(at)));
  const own = [flow.origin, flow.expectedOrigin, flow.rateOrigin].filter((at) => at !== undefined);
  if (own.some((at) => places.has(locationKey(at)))) return true;
  return [...because, ...notes].some(({ code, at }) => codes.includes(code) && at && places.has(locationKey(at)));
}

function itemsByPlace({ network }: WebDevice): ReadonlyMap<string, readonly Item[]> {
  const known = new Map<string, Item[]>();
  for (const item of network.config.items) {
    const keys = new Set([locationKey(item.origin), `${item.menu} ${item.key}`]);
    for (const { origin } of item.properties.values()) keys.add(locationKey(origin));
    for (const key of keys) append(known, key, item);
  }
  return known;
}

/**
 * Every interface that the item names, itself or by a list; a bridge only in its own item, where it means all of it.
 */
export function interfacesOf(network: Network, item: Item): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [property, { value }] of item.properties) {
    if (property === 'comment') continue;
    for (const each of listValues(value.replace(/^!/, ''))) {
      for (const name of meantBy(network, item.menu, property, each)) names.add(name);
    }
  }
  for (const { nextHops } of routesByItem(network).get(item) ?? []) {
    for (const name of nextHops.flatMap((hop) => (hop.kind === 'blackhole' ? [] : (hop.interface ?? []))))
      names.add(name);
  }
  return names;
}

const routesByItem = derivedOnce(({ routes }: Network) => groupBy(routes, ({ item }) => item));

function meantBy(network: Network, menu: MenuPath, property: string, word: string): readonly string[] {
  const members = property.endsWith('interface-list') ? network.interfaceListMembers(word) : [];
  const kind = network.kindOf(word);
  const isMeant = kind && (kind !== 'bridge' || menu === '/interface/bridge');
  return isMeant ? [...members, word] : [...members];
}

function addInterface(
  found: Set<Touch>,
  { network, device }: { readonly network: Network; readonly device: string },
  name: string,
): void {
  for (const port of network.portsBelow(name)) found.add(portTouch(device, port.name));
  const vlan = network.vlanInterfaces.get(name);
  if (vlan) found.add(vlanTouch(device, vlan.vid));
}

function vlanIdsOf({ menu, properties }: Item): readonly number[] {
  const names = menu === '/interface/bridge/port' ? ['pvid'] : ['vlan-id', 'vlan-ids'];
  return names
    .flatMap((name) => listValues(properties.get(name)?.value))
    .flatMap((text) => (/^\d+$/.test(text) ? [Number(text)] : []));
}
