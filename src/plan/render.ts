// A plan for people: changes by menu as `+ ~ ↕ -`, what they do to offload and to traffic, and how many there are.

import { type Paint, type Palette, plain, printable } from '../diagnostics/palette.ts';
import type { MenuPath } from '../model/config.ts';
import { propertySpec } from '../model/menus.ts';
import { keyProperties } from './natural-key.ts';
import type { Change, Plan, Prediction, PropertyChange, Selector } from './plan.ts';

export interface RenderOptions {
  readonly palette?: Palette;
  /** Columns of the terminal. */
  readonly width?: number;
}

export function renderPlan(plan: Plan, { palette = plain, width = 100 }: RenderOptions = {}): string {
  const { device } = plan;
  const machine = [device.model, device.serial, `RouterOS ${device.routeros}`].filter((part) => part !== '');
  const blocks = [
    [`${palette.strong(printable(device.name))} ${palette.faint(printable(machine.join(', ')))}`],
    ...changeBlocks(plan.changes, { palette, width }),
    ...displacedBlock(plan.displaced, { palette, width }),
    marksBlock(plan.marks ?? [], { palette, width }),
    placementBlock(plan.predictions, palette),
    impactBlock(plan, palette),
    [countLine(plan, palette)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

type Style = Required<RenderOptions>;

/** The safe order visits a menu several times; here every menu comes once, by its first change. */
function changeBlocks(changes: readonly Change[], style: Style): readonly (readonly string[])[] {
  const menus = new Map<MenuPath, Change[]>();
  for (const change of changes) {
    const known = menus.get(change.menu);
    if (known) known.push(change);
    else menus.set(change.menu, [change]);
  }
  return [...menus].map(([menu, own]) => [
    style.palette.strong(menu),
    ...own.flatMap((change) => changeLines(change, style)),
  ]);
}

function displacedBlock(displaced: readonly Change[], style: Style): readonly (readonly string[])[] {
  if (displaced.length === 0) return [];
  const head = style.palette.warning('in the way, removed only with --displace');
  return [[head, ...displaced.flatMap((change) => changeLines(change, style, change.menu))]];
}

/** One line a menu, because nothing is configured; but whoever wrote a comment sees what becomes of it. */
function marksBlock(marks: readonly Change[], { palette, width }: Style): readonly string[] {
  if (marks.length === 0) return [];
  const keys = new Map<MenuPath, string[]>();
  for (const { menu, key } of marks) keys.set(menu, [...(keys.get(menu) ?? []), key === '' ? 'settings' : key]);
  const room = Math.min(width, 100) - 2;
  const menuLines = [...keys].map(([menu, own]) => {
    const text = printable(`${menu}  ${own.join(', ')}`);
    return palette.faint(text.length > room ? `${text.slice(0, room - 1)}…` : text);
  });
  const commentLines = marks.flatMap((change) =>
    change.properties
      .filter(({ before }) => before !== undefined)
      .map((property) => `${palette.faint(printable(change.key))}  ${values(change, property, palette)}`),
  );
  const head = 'as the site says already, and taken over: apply marks them in their comments';
  return [palette.strong(head), ...[...menuLines, ...commentLines].map((line) => `  ${line}`)];
}

function changeLines(change: Change, style: Style, menu?: MenuPath): readonly string[] {
  const { palette, width } = style;
  const { mark, paint } = marks(palette)[change.action];
  const subject = [menu, change.key].filter((part) => part).join(' ');
  const head = `  ${paint(mark)} ${paint(printable(subject === '' ? 'settings' : subject))}`;
  const headLength = 4 + (subject === '' ? 'settings' : subject).length;
  const cause = [change.origin, remark(change)].filter((part) => part).join('  ');
  const gap = Math.max(2, Math.min(width, 100) - headLength - cause.length);
  const lines = [cause === '' ? head : `${head}${' '.repeat(gap)}${palette.faint(printable(cause))}`];
  const names = Math.max(0, ...change.properties.map(({ name }) => name.length));
  if (change.action === 'remove') return lines;
  for (const property of change.properties) {
    if (isIdentity(change, property)) continue;
    lines.push(`      ${palette.faint(property.name.padEnd(names))}  ${values(change, property, palette)}`);
  }
  if (change.action === 'move') lines.push(`      ${palette.faint(place(change.before))}`);
  return lines;
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

function values({ action, menu }: Change, property: PropertyChange, palette: Palette): string {
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

function placementBlock(predictions: readonly Prediction[], palette: Palette): readonly string[] {
  const differing = predictions.filter(({ before, placement }) => before !== placement);
  if (differing.length === 0) return [];
  const changed = differing.slice(0, placementsMax);
  const hidden = differing.length - changed.length;
  const kinds = Math.max(...changed.map(({ kind }) => kind.length));
  const keys = Math.max(...changed.map(({ key }) => key.length));
  const befores = Math.max(...changed.map(({ before }) => (before ?? notThere).length));
  const lines = changed.map(({ kind, key, before = notThere, placement, because }) => {
    const paint = placement === 'hardware' ? palette.good : palette.warning;
    const cause = because.length > 0 ? `  ${palette.faint(because.join(', '))}` : '';
    const subject = `${kind.padEnd(kinds)}  ${printable(key.padEnd(keys))}`;
    return `  ${subject}  ${before.padEnd(befores)} ${palette.faint('→')} ${paint(placement)}${cause}`;
  });
  return [palette.strong('offload'), ...lines, ...(hidden > 0 ? [`  ${palette.faint(`and ${hidden} more`)}`] : [])];
}

/** The placement of what the device does not have yet. */
const notThere = 'none';

const placementsMax = 40;

function impactBlock({ impacts }: Plan, palette: Palette): readonly string[] {
  if (impacts.length === 0) return [];
  return [palette.strong('meanwhile'), ...impacts.map(({ text }) => `  ${palette.warning('!')} ${printable(text)}`)];
}

function countLine({ changes, displaced, marks = [] }: Plan, palette: Palette): string {
  const taken =
    marks.length > 0 ? [`${marks.length} to take over as ${marks.length === 1 ? 'it is' : 'they are'}`] : [];
  if (changes.length === 0 && displaced.length === 0) {
    return palette.good(['nothing to change', ...taken].join(', '));
  }
  const counted = (wanted: readonly Change['action'][]) =>
    changes.filter(({ action }) => wanted.includes(action)).length;
  const parts = [
    `${counted(['add'])} to add`,
    `${counted(['set', 'unset', 'enable', 'disable'])} to set`,
    `${counted(['move'])} to move`,
    `${counted(['remove'])} to remove`,
  ];
  parts.push(...taken);
  if (displaced.length > 0) parts.push(`${displaced.length} in the way`);
  return palette.strong(parts.join(', '));
}
