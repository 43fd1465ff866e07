// Packages, and which of them there are to be had outside the simulated device.

import type { Target } from '../../profile/target.ts';

/** What there is to be had outside the device. */
export interface Releases {
  /** RouterOS version that MikroTik's server offers in each channel. */
  readonly channels: Readonly<Record<string, string>>;
  /** This device with another RouterOS; undefined = there is no such release. */
  target(routeros: string): Target | undefined;
}

export const noReleases: Releases = { channels: {}, target: () => undefined };

/** Of every simulated device: the profiles do not say it. */
export const architecture = 'arm';

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
}

/** `routeros-7.20.8-arm.npk` */
export function packageIn(fileName: string): Package | undefined {
  const [, name, text, built] = /^([a-z0-9-]+?)-(\d+\.\d+[0-9a-z.]*)-([a-z0-9]+)\.npk$/.exec(fileName) ?? [];
  return name === undefined || text === undefined || built === undefined
    ? undefined
    : { name, version: text, architecture: built };
}

export function sizeOf({ name }: Package): number {
  return name === 'routeros' ? 11_640_000 : 1_200_000;
}
