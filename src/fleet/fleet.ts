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

/** What `{site}`, `{device}` and `{label.NAME}` stand for; undefined where the device has no such label. */
export function expandTemplate(template: string, { site, device, labels }: FleetDevice): string | undefined {
  let isComplete = true;
  const text = template.replace(/\{(site|device|label\.[A-Za-z][\w.-]*)\}/g, (_, key: string) => {
    const [value] =
      key === 'site' ? [site] : key === 'device' ? [device] : (labels.get(key.slice('label.'.length)) ?? []);
    if (value === undefined) isComplete = false;
    return value ?? '';
  });
  return isComplete ? text : undefined;
}

/** A label that a template asks for and the device does not have. */
export function missingLabel(template: string, { labels }: FleetDevice): string | undefined {
  const asked = [...template.matchAll(/\{label\.([A-Za-z][\w.-]*)\}/g)].map(([, label = '']) => label);
  return asked.find((label) => !labels.get(label)?.size);
}
