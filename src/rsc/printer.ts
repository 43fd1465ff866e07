// Config → RouterOS script text: whole exports, quoted values. What it prints the parser reads back as
// the same config.

import { type Config, type Item, isDynamic, isYes, itemsOf, type MenuPath, menusOf } from '../model/config.ts';
import { isRadio } from '../model/is-radio.ts';
import { isFlag, menus } from '../model/menus.ts';
import { textToBytes } from '../model/string-escapes.ts';
import { nameProperty } from './select.ts';

const bareWord = /^[\w.:/,@%!-][\w.:/,@%!*-]*$/;
/** Quoted text that needs no escape. */
const tameText = /^[ !#%->@-[\]-~]*$/;

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  $: '\\$',
  // RouterOS 7 has no escape `\?`, and one that it does not know is an error. Source: manual, scripting.
  '?': '\\3F',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A value as the argument of a command: bare where that is safe, else quoted. */
export function quoteValue(text: string): string {
  return bareWord.test(text) ? text : quoteText(text);
}

/** In quotes, and beyond ASCII as bytes: how a text stands in an expression. */
export function quoteText(text: string): string {
  if (tameText.test(text)) return `"${text}"`;
  let quoted = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    quoted += escapes[character] ?? (code < 0x20 || code > 0x7e ? textToBytes(character) : character);
  }
  return `"${quoted}"`;
}

/** How values stand in scripts. */
export const scriptSyntax = { argument: quoteValue, operand: quoteText } as const;

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
