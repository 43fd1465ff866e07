// What one menu of the simulated device accepts and prints: the shared menu table, cut to the device's RouterOS version
// and hardware, plus what only a device knows (ranges, mandatory arguments, menus that rosc itself never writes).

import type { MenuPath } from '../../../model/config.ts';
import type { Menu, MenuProperty } from '../../../model/menu.ts';
import { isKnownAt, menus } from '../../../model/menus.ts';
import { isAtLeastVersion } from '../../../model/version.ts';
import type { Target } from '../../../profile/target.ts';
import { computeIfAbsent, derivedOnce } from '../../../source/grouping.ts';
import { isLaterReference, mandatoryArguments, namedAddresses, numericRanges } from '../menus/constraints.ts';
import { chipProperties, hardwareMenus, hardwareProperties } from '../menus/hardware.ts';
import { computedMenus, openMenus, ownMenus } from '../menus/own-menus.ts';
import { unsetIn } from '../menus/unset.ts';

export interface SimProperty extends MenuProperty {
  readonly range?: readonly [number, number];
  /** Besides an address, a name that the device looks up. */
  readonly takesName?: boolean;
}

export interface SimMenu {
  readonly path: MenuPath;
  readonly kind: Menu['kind'];
  readonly properties: ReadonlyMap<string, SimProperty>;
  readonly mandatory: readonly string[];
  /** What `!name` takes back. */
  readonly unset: ReadonlySet<string>;
  /** Properties equal to their default are printed; matchers and optional properties are not. */
  readonly printsDefaults: boolean;
  /** Takes any argument: the device has this menu, but neither rosc nor the simulator knows its arguments. */
  readonly open: boolean;
}

export interface SimMenus {
  /** Undefined = the device has no such menu. */
  menu(path: MenuPath): SimMenu | undefined;
  isMenu(path: string): boolean;
  /** True for a menu and for a directory of menus. */
  isPath(path: string): boolean;
  readonly paths: readonly MenuPath[];
}

/** Menus whose rows print only what was set. */
const sparse = new RegExp(
  [
    '^/(ip|ipv6)/firewall/(?!connection|service-port)',
    '^/(ip|ipv6)/(route|address)$',
    '^/interface/ethernet/switch/rule$',
    '^/routing/',
  ].join('|'),
);

/** The same target gives the same menus, at no cost the second time. */
export const simMenus = derivedOnce((target: Target): SimMenus => {
  const all = new Set([...menus.keys(), ...ownMenus.keys(), ...openMenus.keys(), ...computedMenus.keys()]);
  const paths = [...all].filter((path) => hasMenu(target, path));
  const directories = new Set<string>(['/']);
  for (const path of paths) {
    for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) directories.add(path.slice(0, end));
    directories.add(path);
  }
  const names: ReadonlySet<string> = new Set(paths);
  // Most devices are asked about few of them.
  const cut = new Map<MenuPath, SimMenu>();
  return {
    menu: (path) => (names.has(path) ? computeIfAbsent(cut, path, () => cutMenu(target, path)) : undefined),
    isMenu: (path) => names.has(path),
    isPath: (path) => directories.has(path),
    paths,
  };
});

function cutMenu(target: Target, path: MenuPath): SimMenu {
  const modelled = menus.get(path);
  const own = ownMenus.get(path);
  const properties = new Map<string, SimProperty>();
  for (const [name, property] of Object.entries({ ...modelled?.properties, ...own?.properties })) {
    if (!isKnownAt(property, target.routeros) || !hasProperty(target, path, name)) continue;
    const range = numericRanges.get(name);
    const takesName = namedAddresses.has(`${path} ${name}`);
    const { refersTo } = property;
    properties.set(name, {
      ...property,
      ...(range && { range }),
      ...(takesName && { takesName }),
      ...(refersTo && { refersTo: refersTo.filter((menu) => !isLaterReference(target, `${path} ${name}`, menu)) }),
    });
  }
  const kind = modelled?.kind ?? own?.kind ?? openMenus.get(path) ?? computedMenus.get(path) ?? 'list';
  addCommonProperties(properties, kind);
  return {
    path,
    kind,
    properties,
    mandatory: mandatoryArguments[path] ?? [],
    unset: unsetIn(path, (since) => isAtLeastVersion(target.routeros, since)) ?? new Set(),
    printsDefaults: !sparse.test(path),
    open: openMenus.has(path) && !modelled && !own,
  };
}

/** Rows have a comment and can be disabled, whether or not the table says so. */
function addCommonProperties(properties: Map<string, SimProperty>, kind: SimMenu['kind']): void {
  if (kind === 'settings') return;
  if (!properties.has('comment')) properties.set('comment', { type: 'text', offload: 'neutral' });
  if (kind === 'fixed' || properties.has('disabled')) return;
  properties.set('disabled', { type: 'bool', default: 'no', offload: 'analysed' });
}

function hasMenu(target: Target, path: MenuPath): boolean {
  const needs = Object.entries(hardwareMenus).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return needs === undefined || needs[1](target);
}

function hasProperty(target: Target, path: MenuPath, name: string): boolean {
  const kinds = chipProperties[path];
  if (kinds && !(target.offloadSwitch ? kinds.routing : kinds.other).includes(name)) return false;
  const needs = hardwareProperties[`${path} ${name}`];
  return needs === undefined || needs(target);
}
