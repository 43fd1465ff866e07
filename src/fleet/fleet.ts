// A fleet as it was read: the file with its places, and the devices of its sites with their labels.

import type { Places } from '../intent/intent.ts';
import type { SourceFile } from '../source/location.ts';
import type { FleetSettings } from './schema.ts';
import type { Labels } from './selector.ts';

export interface FleetFile extends Places {
  readonly file: SourceFile;
  readonly settings: FleetSettings;
}

export interface FleetSite {
  /** Its own name. */
  readonly name: string;
  /** As rosc opens it. */
  readonly path: string;
  /** Of the fleet file, for all of its devices. */
  readonly labels: Readonly<Record<string, string>>;
  readonly devices: readonly FleetDevice[];
}

export interface FleetDevice {
  /** `SITE/DEVICE` */
  readonly name: string;
  readonly site: string;
  readonly device: string;
  readonly labels: Labels;
}

export function nameInFleet(site: string, device: string): string {
  return `${site}/${device}`;
}

const placeholder = /\{(site|device|label\.[A-Za-z][\w.-]*)\}/g;

/** What `{site}`, `{device}` and `{label.NAME}` stand for; undefined where the device has no such label. */
export function expandTemplate(template: string, device: FleetDevice): string | undefined {
  if (missingLabel(template, device) !== undefined) return undefined;
  return template.replace(placeholder, (_, key: string) => meaningOf(device, key) ?? '');
}

/** A label that a template asks for and the device does not have. */
export function missingLabel(template: string, device: FleetDevice): string | undefined {
  const asked = [...template.matchAll(placeholder)].map(([, key = '']) => key);
  return asked.find((key) => meaningOf(device, key) === undefined)?.slice(labelKey.length);
}

const labelKey = 'label.';

function meaningOf({ site, device, labels }: FleetDevice, key: string): string | undefined {
  if (key === 'site') return site;
  if (key === 'device') return device;
  const [value] = labels.get(key.slice(labelKey.length)) ?? [];
  return value;
}
