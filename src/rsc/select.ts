// Finds the rows that a selector means, as the device would on the same configuration.

import rows from '../../profiles/menus/rows.json' with { type: 'json' };
import type { MenuPath } from '../model/config.ts';
import { menus, propertySpec } from '../model/menus.ts';
import { readPattern } from '../source/pattern.ts';
import type { Row, Rows } from './rows.ts';
import type { Condition, PlainSelector, Selector, Word } from './script.ts';
import { satisfies } from './selector.ts';

/** In device order; undefined when rosc cannot tell, or would have to look at too many rows. */
export function select(table: Rows, selector: PlainSelector): readonly Row[] | undefined {
  return selector.kind === 'find' ? findRows(table, selector.conditions) : namedRows(table, selector.words);
}

/** The same of any selector. */
export function selectAny(table: Rows, selector: Selector): readonly Row[] | undefined {
  const selectors = selector.kind === 'any' ? selector.selectors : [selector];
  const found = selectors.map((each) => (each.kind === 'computed' ? undefined : select(table, each)));
  return found.includes(undefined) ? undefined : [...new Set(found.flatMap((each) => each ?? []))];
}

function findRows(table: Rows, conditions: readonly Condition[]): readonly Row[] | undefined {
  const indexed = conditions.find(({ operator, name }) => operator === '=' && table.mayIndex(name));
  const few = indexed && table.withValue(indexed.name, indexed.value.text);
  if (!table.looks.take((few?.size ?? table.size) * Math.max(1, conditions.length))) return undefined;
  const candidates = few ?? table.all();
  const tests = conditions.filter((condition) => condition !== indexed).map((condition) => testOf(table, condition));
  const found: Row[] = [];
  for (const row of candidates) {
    let isMatch = true;
    for (const test of tests) {
      const verdict = test(row);
      if (verdict === undefined) return undefined;
      isMatch &&= verdict;
    }
    if (isMatch) found.push(row);
  }
  return found;
}

/** Whether a row satisfies the condition; undefined when rosc cannot tell, or would have to look at too much. */
function testOf(table: Rows, condition: Condition): (row: Row) => boolean | undefined {
  const { name, operator, value } = condition;
  if (operator !== '~') {
    const same = (a: string, b: string) => table.normalOf(name, a) === table.normalOf(name, b);
    return (row) => satisfies(condition, table.valueOf(row, name), same);
  }
  const pattern = readPattern(value.text);
  return (row) => {
    const actual = table.valueOf(row, name) ?? '';
    const isAffordable = pattern && table.looks.take((actual.length * pattern.size) / looksOfRow);
    return isAffordable ? pattern.matches(actual) : undefined;
  };
}

/** What a pattern looks at in the time of a row. */
const looksOfRow = 10;

/** Undefined as soon as one word names nothing. */
function namedRows(table: Rows, words: readonly Word[]): readonly Row[] | undefined {
  const found: Row[] = [];
  for (const { text } of words) {
    const whole = rowNamed(table, text);
    const rows = whole ? [whole] : text.split(',').map((part) => rowNamed(table, part));
    for (const row of rows) if (row) found.push(row);
  }
  return found;
}

/** By number as `print` counts, or by the menu's key: `0`, `ether1`, `telnet`. */
function rowNamed(table: Rows, text: string): Row | undefined {
  if (isHandle(text)) return table.numbered(text);
  for (const name of [nameProperty(table.menu), 'default-name']) {
    for (const row of table.withValue(name, text)) return row;
  }
  return undefined;
}

/** The property by which a command names an item of this menu. */
export function nameProperty(menu: MenuPath): string {
  const menuTable = menus.get(menu);
  if (!menuTable || 'name' in menuTable.properties) return 'name';
  return menuTable.key[0] ?? 'name';
}

/** Lists in which a device has rows from the start. */
const listsWithBuiltIns: ReadonlySet<string> = new Set(rows.builtIn);

/** True where the row may exist although no command made it: the device's own rows, and its radios and ports. */
export function mayBeBuiltIn(menu: MenuPath, selector: PlainSelector): boolean {
  const menuTable = menus.get(menu);
  if (!menuTable || menuTable.kind === 'fixed' || listsWithBuiltIns.has(menu)) return true;
  return selector.kind === 'find'
    ? selector.conditions.some(({ name }) => name === 'default' || name === 'default-name')
    : selector.words.every(({ text }) => isRadio(menu, text));
}

/** `set wifi1 …`, as scripts say it that do not look for the radio. */
function isRadio(menu: MenuPath, name: string): boolean {
  return /^\/interface\/(?:lte|wifi|wifiwave2|wireless)$/.test(menu) && /^(?:lte|wifi|wlan)\d+$/.test(name);
}

/** What a selector says of the one row that it must mean; undefined when it does not describe one. */
export function identityOf(
  menu: MenuPath,
  selector: PlainSelector,
): readonly { readonly name: string; readonly word: Word }[] | undefined {
  if (selector.kind === 'find') {
    const { conditions } = selector;
    const words = conditions.map((condition) => wordOf(menu, condition));
    const isExact = words.length > 0 && words.every((word) => word !== undefined);
    return isExact ? words : undefined;
  }
  const [word] = selector.words;
  if (!word || selector.words.length > 1) return undefined;
  return [{ name: isHandle(word.text) ? 'number' : nameProperty(menu), word }];
}

/** What a row has that a condition describes: `default` alone says that it is on, and a text that is there says nothing. */
function wordOf(menu: MenuPath, { name, operator, value }: Condition): { name: string; word: Word } | undefined {
  const type = propertySpec(menu, name)?.type ?? 'flag';
  if (operator === '=') return { name, word: value };
  const isSwitch = operator === 'set' && (type === 'bool' || type === 'flag');
  return isSwitch ? { name, word: { ...value, text: 'yes' } } : undefined;
}

/** `3`, `*FFFFFFFE` */
function isHandle(text: string): boolean {
  return /^(?:\d+|\*[\dA-Fa-f]+)$/.test(text);
}
