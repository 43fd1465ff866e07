// Reads menus of a device into a Config, all at once over one connection.

import type { Diagnostic, Staged } from '../diagnostics/diagnostic.ts';
import { type Config, type Item, isDynamic, type MenuPath } from '../model/config.ts';
import { type Device, type ReadOptions, unlessMissing } from './device.ts';
import { readPolicies } from './policies.ts';
import { hasSecrets, itemsFromRows } from './read-item.ts';

export interface Reading {
  /** Dynamic items included; see `isDynamic`. Order within a menu is the device's. */
  readonly config: Config;
  /** Menus that this device does not have. */
  readonly missing: readonly MenuPath[];
}

/** Throws DeviceError. */
export async function readConfig(
  device: Device,
  menus: readonly MenuPath[],
  deviceName: string,
  options: ReadOptions = {},
): Promise<Reading> {
  const [isSensitive, readings] = await Promise.all([
    maySeeSecrets(device, menus),
    Promise.all(menus.map((menu) => unlessMissing(device.print(menu, options)))),
  ]);
  const items: Item[] = [];
  const missing: MenuPath[] = [];
  for (const [index, menu] of menus.entries()) {
    const rows = readings[index];
    if (rows) items.push(...itemsFromRows(rows, { device: deviceName, menu, isSensitive }));
    else missing.push(menu);
  }
  return { config: { items }, missing };
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
  options: ReadOptions = {},
): Promise<Staged<Reading>> {
  let reading = await readConfig(device, menus, deviceName, options);
  for (let readings = 1; readings < readingsMax; readings++) {
    const before = fingerprint(reading);
    reading = await readConfig(device, menus, deviceName, options);
    if (fingerprint(reading) === before) return { value: reading, diagnostics: [] };
  }
  return { value: reading, diagnostics: [unstable(deviceName)] };
}

/** Without the policy `sensitive` a secret is printed as if it were not set. */
async function maySeeSecrets(device: Device, menus: readonly MenuPath[]): Promise<boolean> {
  if (!menus.some(hasSecrets)) return true;
  return (await readPolicies(device))?.has('sensitive') ?? false;
}

function fingerprint({ config, missing }: Reading): string {
  const items = config.items
    .filter((item) => !isDynamic(item))
    .map(({ menu, id, properties }) => [menu, id, [...properties].map(([name, { value }]) => [name, value])]);
  return JSON.stringify([missing, items]);
}

function unstable(device: string): Diagnostic {
  const why = `${readingsMax} readings in a row all differed: somebody else, or a script, is changing it.`;
  return {
    code: 'device/unstable',
    severity: 'error',
    what: `nothing can be planned for \`${device}\` while its configuration keeps changing`,
    primary: { at: { kind: 'device', device, menu: '', key: '' }, text: 'changes while it is read' },
    related: [],
    why,
    evidence: [],
    fix: { title: 'wait until the other change has ended, and try again', applicability: 'manual', edits: [] },
    device,
  };
}
