// Changes of a plan in lines: one paragraph an item, neighbours that become the same as one range.

import { type Paint, type Palette, plain, printable, type TextStyle } from '../diagnostics/palette.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import type { MenuPath } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import { foldNames, foldRuns, isNextName } from '../source/fold-names.ts';
import type { Some } from '../source/grouping.ts';
import { nameOf } from './change-name.ts';
import { keyProperties } from './natural-key.ts';
import { ownershipPrefix } from './ownership.ts';
import type { Change, PropertyChange, Selector } from './plan.ts';

/** Changes that follow each other and say the same of neighbouring items stand together. */
export function foldChanges(changes: readonly Change[], verbose: boolean): readonly Some<Change>[] {
  return foldRuns(
    changes,
    (previous, change) => !verbose && isNextName(previous.key, change.key) && essence(previous) === essence(change),
  );
}

function essence(change: Change): string {
  const { action, ownership, origin, because, before, phase } = change;
  const properties = change.properties
    .filter((property) => !isIdentity(change, property) && !isOwnMark(property))
    .map((property) => [property.name, property.before, property.after, property.secret]);
  return JSON.stringify([action, ownership, origin, because, before, phase, properties]);
}

/** With a menu each names it, because it stands below no heading. */
export function changeLines(changes: Some<Change>, style: TextStyle, menu?: MenuPath): readonly string[] {
  const [change] = changes;
  const { palette, verbose } = style;
  const { mark, paint } = marks(palette)[change.action];
  const keys = foldNames([...new Set(changes.map(nameOf))]).join(', ');
  const named = [menu, keys].filter((part) => part).join(' ');
  const subject = named === '' ? 'settings' : named;
  const head = `  ${paint(mark)} ${paint(printable(subject))}`;
  const lines = headLines(change, { head, length: 4 + subject.length }, style);
  if (change.action === 'remove') return lines;
  const shownProperties = change.properties.filter(
    (property) => !isIdentity(change, property) && (verbose || !isOwnMark(property)),
  );
  if (change.action === 'add' && !verbose) lines.push(...addedLines(shownProperties, style));
  else {
    const names = Math.max(0, ...shownProperties.map(({ name }) => name.length));
    for (const property of shownProperties) {
      lines.push(...setLines(change, property, { ...style, names }));
    }
  }
  if (change.action === 'move') lines.push(`      ${palette.faint(place(change.before))}`);
  return lines;
}

interface Head {
  readonly head: string;
  /** Of what is seen of it. */
  readonly length: number;
}

/** Where it comes from at the end of the line, and why; below it where the line has no room for both. */
function headLines(change: Change, { head, length }: Head, { palette, width }: TextStyle): string[] {
  const { origin = '' } = change;
  const why = remark(change) ?? '';
  const end = [origin, why].filter((part) => part).join('  ');
  const roomFor = (text: string) => Math.min(width, 100) - length - text.length;
  const beside = (text: string) =>
    text === '' ? head : `${head}${' '.repeat(Math.max(2, roomFor(text)))}${palette.faint(printable(text))}`;
  if (roomFor(end) >= 2 || why === '') return [beside(end)];
  return [beside(origin), ...wrapWords(`      ${printable(why)}`, width, 6).map(palette.faint)];
}

/** `vlan-id=20 interface=bridge`, as a command has it, with ranges of ports. */
function addedLines(properties: readonly PropertyChange[], { width }: TextStyle): readonly string[] {
  const words = properties.map((property) => {
    const value = shown(property, property.after) ?? '';
    return `${property.name}=${foldNames(value.split(',')).join(',')}`;
  });
  return words.length === 0 ? [] : wrapWords(`      ${words.join(' ')}`, Math.min(width, 100), 6);
}

/** What it was and what it becomes beside each other; below each other where a line has no room for both. */
function setLines(change: Change, property: PropertyChange, style: TextStyle & { readonly names: number }): string[] {
  const { palette, width, names } = style;
  const name = palette.faint(property.name.padEnd(names));
  const bare = changedValue(change, property, plain);
  if (8 + names + bare.length <= width) return [`      ${name}  ${changedValue(change, property, palette)}`];
  const [first = '', ...rest] = wrapWords(bare, width - 8 - names);
  return [`      ${name}  ${first}`, ...rest.map((line) => `${' '.repeat(8 + names)}${line}`)];
}

/** The first word of the comment, by which rosc knows an item again, and nothing else. */
function isOwnMark({ name, before, after = '' }: PropertyChange): boolean {
  return name === 'comment' && before === undefined && after.startsWith(ownershipPrefix) && !after.includes(' ');
}

function marks(palette: Palette): Readonly<Record<Change['action'], { readonly mark: string; readonly paint: Paint }>> {
  const set = { mark: '~', paint: palette.changed };
  return {
    add: { mark: '+', paint: palette.added },
    remove: { mark: '-', paint: palette.removed },
    move: { mark: '↕', paint: palette.changed },
    set,
    unset: set,
    enable: set,
    disable: set,
  };
}

/** Why, where it is not the plain "the site says so". */
function remark({ ownership, action, phase, because }: Change): string | undefined {
  if (ownership === 'adopt') return 'adopted: rosc did not make it';
  const isPlain = because === 'not on the device' || because === 'differs from the site';
  if (isPlain || (action === 'remove' && phase === 'remove' && because === '')) return undefined;
  return because;
}

/** A new item's key says it already. */
function isIdentity({ action, menu }: Change, { name }: PropertyChange): boolean {
  return action === 'add' && keyProperties(menu).includes(name);
}

/** What a property becomes, behind what it was. */
export function changedValue({ action, menu }: Change, property: PropertyChange, palette: Palette): string {
  const usual = propertySpec(menu, property.name)?.default ?? '(not set)';
  const before = shown(property, property.before) ?? usual;
  const after = shown(property, property.after) ?? usual;
  if (action === 'add') return after;
  return `${palette.removed(before)} ${palette.faint('→')} ${palette.added(after)}`;
}

function shown({ secret }: PropertyChange, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  // A part of a digest would tell passwords apart for whoever guesses.
  if (secret) return '(secret)';
  return value === '' ? '(empty)' : printable(value);
}

function place(before: Selector | undefined): string {
  if (!before) return 'to the end';
  const words = Object.entries(before.match).map(([name, value]) => `${name}=${printable(value)}`);
  return `before ${words.join(' ')}`;
}
