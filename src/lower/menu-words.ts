// Rows and settings that a site says in RouterOS's own properties: each becomes its row, with the site's tag.

import type { Places } from '../intent/intent.ts';
import { type MenuRow, type MenuWord, menuOf, menuWords, propertyOf } from '../intent/menu-words.ts';
import { Secret } from '../intent/secret.ts';
import { textOf } from '../intent/typed-value.ts';
import type { MenuPath, Property } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import { isRecord } from '../source/plain-data.ts';
import { secretToken } from './bgp.ts';
import type { LowerContext } from './context.ts';
import { type Settings, said } from './draft.ts';
import { say } from './say.ts';
import { contentTag } from './tag.ts';

interface PlacedRow {
  readonly row: MenuRow;
  /** Of rows that every device has. */
  readonly name: string;
  readonly places: Places;
}

export function lowerMenuWords(context: LowerContext): void {
  for (const word of menuWords) {
    const tags = new Map<string, number>();
    for (const placed of rowsAt(context, word)) {
      if (word.form === 'rows') addRow(context, word, placed, tags);
      else setRow(context, word, placed);
    }
  }
}

function rowsAt({ device }: LowerContext, { at, form }: MenuWord): readonly PlacedRow[] {
  const value = at.reduce<unknown>((below, key) => (isRecord(below) ? below[key] : undefined), device.settings);
  if (value === undefined) return [];
  const places = device.places.below(...at);
  if (form === 'settings') return isRow(value) ? [{ row: value, name: '', places }] : [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(isRecord(value) ? value : {});
  return entries.flatMap(([key, row]) => (isRow(row) ? [{ row, name: String(key), places: places.below(key) }] : []));
}

/** The schema has seen to its values. */
function isRow(value: unknown): value is MenuRow {
  return isRecord(value);
}

function addRow({ draft }: LowerContext, word: MenuWord, { row, places }: PlacedRow, tags: Map<string, number>): void {
  const menu = menuOf(word, row);
  const origin = places.at();
  const { comment: _, ...settings } = settingsOf(menu, row, places);
  const written = Object.entries(settings).flatMap(([name, property]) => (property ? [[name, property] as const] : []));
  const description = typeof row.description === 'string' ? row.description : undefined;
  const comment = propertySpec(menu, 'comment')
    ? contentTag(word.at, written, { origin, description, tags })
    : undefined;
  draft.add(menu, origin, { ...settings, comment });
}

/** The property that tells rows which every device has. */
const keyProperty = { named: 'name', radios: 'default-name', settings: undefined, rows: undefined } as const;

/** What another key of the site says of the same row stays as it is. */
function setRow(context: LowerContext, { menu, form }: MenuWord, placed: PlacedRow): void {
  const { draft } = context;
  const { row, name, places } = placed;
  const before = draft.get(menu, name);
  const settings = settingsOf(menu, row, places);
  for (const [property, value] of Object.entries(settings)) {
    const other = before?.get(property);
    if (!other || !value || other.value === value.value || other.origin.kind !== 'source') continue;
    say(context, 'lower/said-twice', {
      what: `two keys of the site say different things about \`${property}\` of \`${menu}\``,
      at: value.origin.kind === 'source' ? value.origin : places.at(),
      label: `\`${value.value}\` here`,
      related: [{ at: other.origin, text: `\`${other.value}\` comes from here` }],
      fix: 'leave one of the two out',
    });
  }
  const own = keyProperty[form];
  const key: Settings = own === undefined ? {} : { [own]: said(name, places.at()) };
  draft.set(menu, name, places.at(), { ...key, ...settings });
}

/** By RouterOS's names. */
export function settingsOf(menu: MenuPath, row: MenuRow, places: Places): Readonly<Record<string, Property>> {
  const entries = Object.entries(row).flatMap(([word, value]) => {
    const property = propertyOf(menu, word);
    if (property === undefined) return [];
    const isTurned = word === 'enabled' && property === 'disabled';
    const text = value instanceof Secret ? secretToken(value) : textOf(isTurned ? value !== true : value);
    return text === undefined ? [] : [[property, said(text, places.at(word))] as const];
  });
  return Object.fromEntries(entries);
}
