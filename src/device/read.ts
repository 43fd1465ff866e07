// Reads menus of a device into a Config, all at once over one connection.

import { createHash } from 'node:crypto';
import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { deviceProblem, mistake } from '../diagnostics/mistake.ts';
import { isOfCommit } from '../model/commit-rows.ts';
import { type Config, type Item, isDynamic, type MenuPath } from '../model/config.ts';
import { type Device, type DeviceError, isNotShown, type ReadOptions, type Row, unlessMissing } from './device.ts';
import { readPolicies } from './policies.ts';
import { hasSecrets, itemsFromRows } from './read-item.ts';

export interface Reading {
  /** Dynamic items included; see `isDynamic`. Order within a menu is the device's. */
  readonly config: Config;
  /** Menus that this device does not have. */
  readonly missing: readonly MenuPath[];
  /** Menus that it has and did not show, with its reason. They stand in `config.unread` too. */
  readonly unread: readonly Unread[];
}

export interface Unread {
  readonly menu: MenuPath;
  readonly reason: string;
  readonly kind: DeviceError['kind'];
}

export interface ReadConfigOptions extends ReadOptions {
  /** Menus that are only looked at: a reading goes on without them. Absent = none. */
  readonly mayMiss?: (menu: MenuPath) => boolean;
  /** Hears of each menu when it has been read. */
  readonly onMenu?: () => void;
}

/** Throws DeviceError. */
export async function readConfig(
  device: Device,
  menus: readonly MenuPath[],
  deviceName: string,
  { mayMiss, onMenu, ...given }: ReadConfigOptions = {},
): Promise<Reading> {
  const options = { ...given, allowance: device.allowance?.() };
  const [isSensitive, readings] = await Promise.all([
    maySeeSecrets(device, menus),
    Promise.all(
      menus.map(async (menu) => {
        const rows = await readMenu(device, menu, options, mayMiss?.(menu) === true);
        onMenu?.();
        return rows;
      }),
    ),
  ]);
  const items: Item[] = [];
  const missing: MenuPath[] = [];
  const unread: Unread[] = [];
  for (const [index, menu] of menus.entries()) {
    const rows = readings[index];
    if (rows === undefined) missing.push(menu);
    else if ('reason' in rows) unread.push(rows);
    else for (const item of itemsFromRows(rows, { device: deviceName, menu, isSensitive })) items.push(item);
  }
  const config = { items, ...(unread.length > 0 && { unread: unread.map(({ menu }) => menu) }) };
  return { config, missing, unread };
}

/** Without what an open or broken-off commit has there. Undefined: the device has no such menu. Throws DeviceError. */
export async function configuredRows(
  device: Device,
  menu: MenuPath,
  options: ReadOptions,
): Promise<readonly Row[] | undefined> {
  return (await unlessMissing(device.print(menu, options)))?.filter((row) => !isOfCommit(menu, row));
}

/** Undefined: the device has no such menu. `mayMiss`: it need not show it. Throws DeviceError. */
export async function readMenu(
  device: Device,
  menu: MenuPath,
  options: ReadOptions,
  mayMiss: boolean,
): Promise<readonly Row[] | Unread | undefined> {
  try {
    return await configuredRows(device, menu, options);
  } catch (error) {
    if (mayMiss && isNotShown(error)) return { menu, reason: error.message, kind: error.kind };
    throw error;
  }
}

/** Readings before rosc gives up on a device that keeps changing. */
const readingsMax = 5;

/**
 * Reads until two readings in a row agree on everything that is configured; counters and dynamic items may move. The
 * last reading comes back in any case, with a diagnostic when no two agreed. Throws DeviceError.
 */
export async function readStable(
  device: Device,
  menus: readonly MenuPath[],
  deviceName: string,
  options: ReadConfigOptions = {},
): Promise<Staged<Reading>> {
  let before: string | undefined;
  for (let readings = 1; ; readings++) {
    const reading = await readConfig(device, menus, deviceName, options);
    const diagnostics = unreadMenus(reading.unread, deviceName);
    const now = fingerprint(reading);
    if (now === before) return { value: reading, diagnostics };
    if (readings === readingsMax) return { value: reading, diagnostics: [unstable(deviceName), ...diagnostics] };
    before = now;
  }
}

/** Without the policy `sensitive` a secret is printed as if it were not set. */
export async function maySeeSecrets(device: Device, menus: readonly MenuPath[]): Promise<boolean> {
  if (!menus.some(hasSecrets)) return true;
  return (await readPolicies(device))?.has('sensitive') ?? false;
}

const uncertain = {
  what: (device: string, menus: string) =>
    `no verdict about \`${device}\` is certain, because ${menus} could not be read`,
  why: 'rosc changes nothing there, but what stands there may keep traffic off the hardware.',
};

/** One warning for all of them. `words`: what follows from it. */
export function unreadMenus(
  [first, ...others]: readonly Unread[],
  device: string,
  words: typeof uncertain = uncertain,
): readonly Diagnostic[] {
  if (!first) return [];
  const at = ({ menu }: Unread) => ({ kind: 'device', device, menu, key: '' }) as const;
  const names = others.length === 0 ? `\`${first.menu}\`` : `${others.length + 1} of its menus`;
  return [
    mistake('device/menu-unread', {
      severity: 'warning',
      what: words.what(device, names),
      at: at(first),
      label: first.reason,
      related: others.map((each) => ({ at: at(each), text: each.reason })),
      why: words.why,
      fix: 'let the login read them, or look there by hand',
      device,
    }),
  ];
}

function fingerprint({ config, missing }: Reading): string {
  const print = createHash('sha256').update(JSON.stringify(missing));
  for (const item of config.items) {
    if (isDynamic(item)) continue;
    const words = [item.menu, item.id];
    for (const [name, { value }] of item.properties) words.push(name, value);
    print.update(JSON.stringify(words));
  }
  return print.digest('hex');
}

function unstable(device: string): Diagnostic {
  const why = `${readingsMax} readings in a row all differed: somebody else, or a script, is changing it.`;
  return deviceProblem(device, 'device/unstable', {
    what: `nothing can be planned for \`${device}\` while its configuration keeps changing`,
    label: 'changes while it is read',
    why,
    fix: 'wait until the other change has ended, and try again',
  });
}
