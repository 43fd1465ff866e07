// What belongs together on the page: which ports, VLANs and flows a verdict, a flow or a finding is about.

import { codesOf, type Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FlowVerdict } from '../forwarding/flow.ts';
import type { Network } from '../forwarding/network.ts';
import { type Item, listValues } from '../model/config.ts';
import type { Location } from '../source/location.ts';
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
    const found = new Set<Touch>();
    for (const { device, items } of places) {
      if (diagnostic.device !== undefined && diagnostic.device !== device.report.name) continue;
      for (const { at } of [diagnostic.primary, ...diagnostic.related]) {
        for (const item of items.get(locationKey(at)) ?? [])
          for (const each of touchesOfItem(device, item)) found.add(each);
      }
    }
    for (const verdict of flows) if (isAboutFlow(diagnostic, verdict)) found.add(flowTouch(verdict.flow.name));
    return [...found];
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
    for (const key of keys) {
      const items = known.get(key);
      if (items) items.push(item);
      else known.set(key, [item]);
    }
  }
  return known;
}

function locationKey(at: Location): string {
  return at.kind === 'source' ? `${at.file.path}:${at.start}-${at.end}` : `${at.menu} ${at.key}`;
}

/**
 * Every interface that the item names, itself or by a list; a bridge only in its own item, where it means all of it.
 */
export function interfacesOf(network: Network, item: Item): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, { value }] of item.properties) {
    if (name === 'comment') continue;
    for (const each of listValues(value.replace(/^!/, ''))) {
      if (name.endsWith('interface-list')) for (const member of network.interfaceListMembers(each)) names.add(member);
      const kind = network.kindOf(each);
      if (kind && (kind !== 'bridge' || item.menu === '/interface/bridge')) names.add(each);
    }
  }
  for (const route of network.routes) {
    if (route.item !== item) continue;
    for (const hop of route.nextHops)
      if (hop.kind !== 'blackhole' && hop.interface !== undefined) names.add(hop.interface);
  }
  return names;
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
