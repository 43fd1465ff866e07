// Config → RouterOS script text: whole exports. What it prints the parser reads back as
// the same config.

import { type Config, type Item, isDynamic, isYes, itemsOf, type MenuPath, menusOf } from '../model/config.ts';
import { isRadio } from '../model/is-radio.ts';
import { isFlag, menus } from '../model/menus.ts';
import { quoteText, quoteValue } from '../model/quote.ts';
import { nameProperty } from './select.ts';

/** Items in export style, one command a line, properties in alphabetical order, without dynamic items. */
export function printConfig(config: Config): string {
  const lines: string[] = [];
  for (const menu of menusOf(config)) {
    const commands = itemsOf(config, menu).flatMap((item, index) => (isDynamic(item) ? [] : [printItem(item, index)]));
    if (commands.length > 0) lines.push(`/${menu.slice(1).replaceAll('/', ' ')}`, ...commands);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function printItem(item: Item, index: number): string {
  const { menu, properties } = item;
  const identity = identityOf(item, index);
  const values = [...properties]
    .filter(([name]) => name !== identity?.name)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { value }]) => printProperty(menu, name, value));
  const kind = menus.get(menu)?.kind;
  if (kind === 'settings') return ['set', ...values].join(' ');
  return [identity ? `set ${identity.selector}` : 'add', ...values].join(' ');
}

/** How a command finds an item that is not added because the device has it by itself. */
function identityOf(item: Item, index: number): { name: string; selector: string } | undefined {
  const { menu, properties, state } = item;
  if (state?.get('default') === 'true') return { name: '', selector: '[ find default=yes ]' };
  const handle = state?.get('number');
  if (handle !== undefined) return { name: '', selector: handle };
  if (menus.get(menu)?.kind !== 'fixed' && !isRadio(item)) return undefined;
  for (const name of ['default-name', nameProperty(menu)]) {
    const value = properties.get(name)?.value;
    if (value !== undefined) return { name, selector: `[ find ${name}=${quoteText(value)} ]` };
  }
  return { name: '', selector: String(index) };
}

function printProperty(menu: MenuPath, name: string, value: string): string {
  return isFlag(menu, name) && (value === '' || isYes(value)) ? name : `${name}=${quoteValue(value)}`;
}
