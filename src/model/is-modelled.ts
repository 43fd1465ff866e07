// Whether rosc knows what a setting does to forwarding.

import type { MenuPath } from './config.ts';
import { propertySpec } from './menus.ts';
import { isUsual } from './values.ts';

/** Not a setting: by this an export chooses a port or a radio. */
const factoryName = 'default-name';

/** What RouterOS does anyhow is known, also where a verbose export spells it out. */
export function isModelled(menu: MenuPath, name: string, value: string): boolean {
  const spec = propertySpec(menu, name);
  if (name === factoryName || (spec && spec.offload !== 'unmodelled')) return true;
  return isUsual(spec, value);
}
