// `/export` of the simulated device: what differs from the defaults, in the form of RouterOS's own exports.

import type { MenuPath } from '../../../model/config.ts';
import { isHiddenByExport } from '../../../model/secrets.ts';
import type { Router } from '../router.ts';
import { rowsNamedBy } from '../store/references.ts';
import type { SimMenu } from '../store/sim-menu.ts';
import type { StoredRow } from '../store/store.ts';
import { printMoment } from './device-clock.ts';
import { seededValues } from './seed.ts';

/** Menus that an export leaves out: secrets of users, and what is no configuration. */
const leftOut: ReadonlySet<MenuPath> = new Set(['/user', '/file']);

/** RouterOS hides sensitive values unless asked (manual, "Configuration export", `show-sensitive`), but no names. */
export interface ExportStyle {
  readonly showSensitive?: boolean;
}

export function exportConfig(router: Router, { showSensitive = false }: ExportStyle = {}): string {
  const lines = [
    `# ${printMoment(router.deviceTime)} by RouterOS ${router.target.routeros.text}`,
    '#',
    `# model = ${router.target.model}`,
    `# serial number = ${router.device.serial}`,
  ];
  for (const menu of exportOrder(router)) {
    const commands = router.store.rows(menu.path).flatMap((row) => commandOf(menu, row, showSensitive) ?? []);
    if (commands.length > 0) lines.push(menu.path.slice(1).replaceAll('/', ' ').replace(/^/, '/'), ...commands);
  }
  return `${lines.join('\n')}\n`;
}

/** Menus whose rows name rows of others come after those. */
function exportOrder({ store, menus }: Router): readonly SimMenu[] {
  const present = [...store.menus]
    .filter((path) => !leftOut.has(path))
    .sort()
    .flatMap((path) => menus.menu(path) ?? []);
  const ordered: SimMenu[] = [];
  const visited = new Set<MenuPath>();
  const visit = (menu: SimMenu): void => {
    if (visited.has(menu.path)) return;
    visited.add(menu.path);
    for (const row of store.rows(menu.path)) {
      for (const { menu: other } of rowsNamedBy(store, menu, row)) {
        const named = present.find(({ path }) => path === other);
        if (named) visit(named);
      }
    }
    ordered.push(menu);
  };
  for (const menu of present) visit(menu);
  return ordered;
}

/** Undefined when nothing of the row differs from what the device has by itself. */
function commandOf(menu: SimMenu, row: StoredRow, showSensitive: boolean): string | undefined {
  const properties = [...row.values]
    .filter(([name, value]) => !name.startsWith('.') && menu.properties.get(name)?.default !== value)
    .filter(([name, value]) => showSensitive || !isHiddenByExport(menu.path, name, value))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (menu.kind === 'settings') return properties.length === 0 ? undefined : `set ${assignments(properties)}`;
  if (!row.fixed) return `add ${assignments(properties)}`.trimEnd();
  const made = seededValues(row);
  const changed = properties.filter(([name, value]) => made[name] !== value);
  if (changed.length === 0) return undefined;
  const key = row.values.has('default-name') ? 'default-name' : 'name';
  return `set [ find ${key}=${quoted(made[key] ?? '')} ] ${assignments(changed)}`;
}

function assignments(properties: readonly (readonly [string, string])[]): string {
  return properties.map(([name, value]) => `${name}=${quoted(value)}`).join(' ');
}

function quoted(value: string): string {
  if (/^[A-Za-z0-9_.:/,*@%!-]+$/.test(value)) return value;
  const escaped = value.replace(/["\\$]/g, (character) => `\\${character}`);
  return `"${escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;
}
