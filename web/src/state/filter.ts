// The page filtered to what touches one port, VLAN or flow.

import type { DeviceViewJson, ViewJson } from '../../../src/web/api/view-schema.ts';
import { go, useRoute } from './route.ts';

export interface Filter {
  /** `core/port/ether24`, `flow/bulk`; undefined = no filter. */
  readonly touch: string | undefined;
  /** `core · ether24`, `flow bulk` */
  readonly text: string;
  /** Filters to this, or, when it is the filter already, to nothing. */
  toggle(touch: string): void;
  shows(touches: readonly string[] | undefined): boolean;
}

export function useFilter(): Filter {
  const { view, params } = useRoute();
  const touch = params.filter;
  return {
    touch,
    text: touch === undefined ? '' : filterText(touch),
    toggle: (next) => go(view, { filter: next === touch ? undefined : next }),
    shows: (touches) => touch === undefined || touches?.includes(touch) === true,
  };
}

export function filterText(touch: string): string {
  const [, flow] = /^flow\/(.*)$/.exec(touch) ?? [];
  if (flow !== undefined) return `flow ${flow}`;
  const [, device = '', kind, key = ''] = /^(.*)\/(port|vlan)\/([^/]*)$/.exec(touch) ?? [];
  return kind === 'vlan' ? `${device} · VLAN ${key}` : `${device} · ${key}`;
}

/** Ports of a device that whatever the page is filtered to touches. */
export function markedPorts(
  view: ViewJson,
  device: DeviceViewJson,
  touch: string | undefined,
): ReadonlySet<string> | undefined {
  if (touch === undefined) return undefined;
  const prefix = `${device.name}/port/`;
  if (touch.startsWith(prefix)) return new Set([touch.slice(prefix.length)]);
  const index = view.devices.indexOf(device);
  const related = touch.startsWith('flow/')
    ? device.flowTouches.filter((touches) => touches.includes(touch))
    : [...device.verdictTouches, ...device.flowTouches].filter((touches) => touches.includes(touch));
  const own = related.flat().filter((each) => each.startsWith(prefix));
  const vlan = /\/vlan\/(\d+)$/.exec(touch)?.[1];
  const members = device.panel.ports.filter(
    ({ vlans }) => touch.startsWith(`${device.name}/`) && vlans.some(({ id }) => `${id}` === vlan),
  );
  return index < 0
    ? undefined
    : new Set([...own.map((each) => each.slice(prefix.length)), ...members.map(({ name }) => name)]);
}
