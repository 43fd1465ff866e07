// What runs on a device and what waits for its next start: packages, files of packages, RouterBOOT. It only reads.
// Source: manual, getting-started/installation-and-upgrade (packages, upgrade), system-information-and-utilities/files,
// hardware/routerboard.

import { type Device, type Row, unlessMissing } from '../device/device.ts';
import { parseDuration } from '../model/duration.ts';
import { parseVersion, type Version } from '../model/version.ts';

export interface PackageFile {
  readonly id: string;
  /** Of the file. */
  readonly name: string;
  /** What the device reads in it; absent = it is no whole package. */
  readonly holds?: { readonly name: string; readonly version: string; readonly architecture: string };
}

export interface Software {
  readonly routeros: Version | undefined;
  /** As files of packages name it: `arm64`. */
  readonly architecture: string;
  /** Packages that are installed, in use or not. */
  readonly packages: readonly string[];
  /** Files that the next start would install. */
  readonly files: readonly PackageFile[];
  /** Since its start. */
  readonly uptimeMs: number;
  /** RouterBOOT; absent on a device that has none. */
  readonly firmware?: Firmware;
}

export interface Firmware {
  readonly current: string;
  /** What `/system/routerboard/upgrade` would write. */
  readonly offered: string;
}

/** Throws DeviceError. */
export async function readSoftware(device: Device): Promise<Software> {
  const [[resource = {}], packages, files, board] = await Promise.all([
    device.print('/system/resource'),
    device.print('/system/package'),
    device.print('/file', { proplist: fileProperties }),
    unlessMissing(device.print('/system/routerboard')),
  ]);
  const firmware = firmwareOf(board?.[0] ?? {});
  return {
    routeros: parseVersion(resource.version ?? ''),
    architecture: resource['architecture-name'] ?? '',
    packages: packages.filter((row) => isInstalled(row)).map(({ name = '' }) => name),
    files: files.filter(({ name = '' }) => /^\/?[^/]+\.npk$/.test(name)).map(packageFile),
    uptimeMs: parseDuration(resource.uptime ?? '') ?? 0,
    ...(firmware && { firmware }),
  };
}

const fileProperties = ['.id', 'name', 'package-name', 'package-version', 'package-architecture'];

/** Since 7.18 the list also has packages that could be had. */
function isInstalled({ available, version = '' }: Row): boolean {
  return available !== 'true' && version !== '';
}

function packageFile(row: Row): PackageFile {
  const { '.id': id = '', name = '' } = row;
  const { 'package-name': held, 'package-version': version, 'package-architecture': architecture } = row;
  const holds = held && version && architecture ? { name: held, version, architecture } : undefined;
  return { id, name: name.replace(/^\//, ''), ...(holds && { holds }) };
}

function firmwareOf({ routerboard, ...row }: Row): Firmware | undefined {
  const { 'current-firmware': current, 'upgrade-firmware': offered } = row;
  return routerboard === 'true' && current && offered ? { current, offered } : undefined;
}

/** The bundle bears the name of its first part in its file. */
export function isPackage({ holds }: PackageFile, name: string): boolean {
  return holds?.name === name || (name === 'routeros' && holds?.name === 'system');
}
