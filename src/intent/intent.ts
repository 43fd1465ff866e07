// The parsed site: plain data, and a way from every path of it to its place in the file.

import type { Version } from '../model/version.ts';
import type { Target } from '../profile/target.ts';
import type { SourceFile, Span } from '../source/location.ts';
import { locate, locateKey } from './locate.ts';
import type { Site } from './schema.ts';
import type { DeviceSettings, PortSettings } from './schema-device.ts';
import type { YamlTree } from './yaml.ts';

/** A device's model at any RouterOS version. */
export type TargetAt = (version: Version) => Target;

/** Finds places below one point of the site. */
export interface Places {
  /** The text of the value at a path, or of its nearest ancestor that the file has. */
  at(...path: PropertyKey[]): Span;
  /** The key at the end of a path. */
  keyAt(...path: PropertyKey[]): Span;
  below(...path: PropertyKey[]): Places;
}

export interface Intent extends Places {
  readonly file: SourceFile;
  readonly site: Site;
  /** Devices of known model and version, by name. */
  readonly devices: ReadonlyMap<string, DeviceIntent>;
}

export interface DeviceIntent {
  readonly name: string;
  readonly settings: DeviceSettings;
  readonly target: Target;
  /** The same model at another RouterOS version. */
  readonly targetAt: TargetAt;
  readonly places: Places;
  /** Ports that the site names, in front-panel order, by factory name. */
  readonly ports: ReadonlyMap<string, PortIntent>;
}

export interface PortIntent {
  readonly name: string;
  readonly settings: PortSettings;
  /** The name or range that the site writes. */
  readonly written: Span;
  /** Places below the port's own map. */
  readonly places: Places;
}

export function placesOf(tree: YamlTree, base: readonly PropertyKey[] = []): Places {
  return {
    at: (...path) => locate(tree, [...base, ...path]),
    keyAt: (...path) => locateKey(tree, [...base, ...path]),
    below: (...path) => placesOf(tree, [...base, ...path]),
  };
}
