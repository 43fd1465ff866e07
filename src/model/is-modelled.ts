// Whether rosc knows what a setting does to forwarding.

import type { MenuProperty } from './menu.ts';
import { isUsual } from './values.ts';

/** Not a setting: by this an export chooses a port or a radio. */
const factoryName = 'default-name';

/** What RouterOS does anyhow is known, also where a verbose export spells it out. */
export function isModelled(name: string, spec: MenuProperty | undefined, value: string): boolean {
  if (name === factoryName || (spec && spec.offload !== 'unmodelled')) return true;
  return isUsual(spec, value);
}
