// Whether a port is free for scratch rows: nothing of the configuration names it, and nothing comes in by it.

import { readPortCounters } from '../device/counters.ts';
import type { Clock, Device } from '../device/device.ts';
import { type Config, type Item, isDynamic, listValues, type MenuPath } from '../model/config.ts';
import { portMenus } from '../model/port-memory.ts';

/** Menus in which every port has a row of its own, whether it is used or not. */
const ownMenus: ReadonlySet<MenuPath> = new Set<MenuPath>(['/interface', ...portMenus]);

export interface PortUse {
  readonly port: string;
  /** What stands in the way, after "the port". */
  readonly reason: string;
}

/** What the configuration says of them. Rows that the device made follow from others, or come with every port. */
export function usesOf(config: Config, ports: readonly string[]): readonly PortUse[] {
  const known = new Set(
    config.items.flatMap((item) =>
      item.menu === '/interface/ethernet' ? (item.properties.get('name')?.value ?? []) : [],
    ),
  );
  return ports.flatMap((port): readonly PortUse[] => {
    if (!known.has(port)) return [{ port, reason: 'is none of this device' }];
    const user = config.items.find((item) => !isDynamic(item) && !isOwn(item, port) && names(item, port));
    return user ? [{ port, reason: `is named by a row of ${user.menu}` }] : [];
  });
}

function isOwn({ menu, properties }: Item, port: string): boolean {
  return ownMenus.has(menu) && properties.get('name')?.value === port;
}

function names({ properties }: Item, port: string): boolean {
  return [...properties.values()].some(({ value }) => typeof value === 'string' && mentions(value, port));
}

/** Alone, in a list, after `!`, or behind `%` and `@`. */
function mentions(value: string, port: string): boolean {
  return value.includes(port) && listValues(value).some((part) => part.split(/[!%@]/).includes(port));
}

/** How long a port is watched, in ms. */
const watchMs = 3000;

/** Ports by which something comes in. Throws DeviceError. */
export async function busyPorts(device: Device, ports: readonly string[], clock: Clock): Promise<readonly PortUse[]> {
  const before = await readPortCounters(device);
  await clock.sleep(watchMs);
  const after = await readPortCounters(device);
  return ports.flatMap((port) => {
    const [first, second] = [before, after].map((all) => all.find(({ name }) => name === port));
    const isBusy = first && second && second.rxBytes !== first.rxBytes;
    return isBusy ? [{ port, reason: `received something within ${watchMs / 1000} s` }] : [];
  });
}
