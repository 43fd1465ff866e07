// A plan for people: changes by menu as `+ ~ ↕ -`, what they do to offload and to traffic, and how many there are.

import { type Palette, plain, printable, type TextStyle } from '../diagnostics/palette.ts';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import type { MenuPath } from '../model/config.ts';
import { append } from '../source/append.ts';
import { foldNames, foldRuns, isNextName } from '../source/fold-names.ts';
import { groupBy } from '../source/grouping.ts';
import { nameOf } from './change-name.ts';
import type { Change, Plan, Prediction } from './plan.ts';
import { changedValue, changeLines, foldChanges } from './render-changes.ts';

export function renderPlan(plan: Plan, options: Partial<TextStyle> = {}): string {
  const { palette = plain, width = 100, verbose = false } = options;
  const style = { palette, width, verbose };
  const { device } = plan;
  const machine = [device.model, device.serial, `RouterOS ${device.routeros}`].filter((part) => part !== '');
  const blocks = [
    [`${palette.strong(printable(device.name))} ${palette.faint(printable(machine.join(', ')))}`],
    ...changeBlocks(plan.changes, style),
    ...displacedBlock(plan.displaced, style),
    marksBlock(plan.marks ?? [], style),
    placementBlock(plan, style),
    impactBlock(plan, style),
    [planCounts(plan, palette)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The safe order visits a menu several times; here every menu comes once, by its first change. */
function changeBlocks(changes: readonly Change[], style: TextStyle): readonly (readonly string[])[] {
  return [...groupBy(changes, ({ menu }) => menu)].map(([menu, own]) => [
    style.palette.strong(menu),
    ...foldChanges(own, style.verbose).flatMap((run) => changeLines(run, style)),
  ]);
}

function displacedBlock(displaced: readonly Change[], style: TextStyle): readonly (readonly string[])[] {
  if (displaced.length === 0) return [];
  const head = style.palette.warning('in the way, removed only with --displace');
  return [[head, ...displaced.flatMap((change) => changeLines([change], style, change.menu))]];
}

/** One line a menu, because nothing is configured; but whoever wrote a comment sees what becomes of it. */
function marksBlock(marks: readonly Change[], { palette, width }: TextStyle): readonly string[] {
  if (marks.length === 0) return [];
  const keys = new Map<MenuPath, string[]>();
  for (const { menu, key } of marks) append(keys, menu, key === '' ? 'settings' : key);
  const room = Math.min(width, 100) - 2;
  const menuLines = [...keys].map(([menu, own]) => {
    const text = printable(`${menu}  ${own.join(', ')}`);
    return palette.faint(text.length > room ? `${text.slice(0, room - 1)}…` : text);
  });
  const commentLines = marks.flatMap((change) =>
    change.properties
      .filter(({ before }) => before !== undefined)
      .map((property) => `${palette.faint(printable(change.key))}  ${changedValue(change, property, palette)}`),
  );
  const head = 'as the site says already, and taken over: apply marks them in their comments';
  return [palette.strong(head), ...[...menuLines, ...commentLines].map((line) => `  ${line}`)];
}

function placementBlock({ predictions, changes }: Plan, { palette, width, verbose }: TextStyle): readonly string[] {
  const names = new Map(changes.map((change) => [`${change.menu} ${change.key}`, nameOf(change)]));
  const differing = predictions.filter(({ before, placement }) => before !== placement);
  if (differing.length === 0) return [];
  const told = ({ kind, before, placement, because }: Prediction) => [kind, before, placement, ...because].join();
  const folded = foldRuns(
    differing,
    (previous, each) => !verbose && told(previous) === told(each) && isNextName(previous.key, each.key),
  );
  const changed = folded.slice(0, placementsMax);
  const hidden = folded.length - changed.length;
  const rows = changed.map((run) => ({
    ...run[0],
    key: foldNames([...new Set(run.map(({ menu, key }) => names.get(`${menu} ${key}`) ?? key))]).join(', '),
  }));
  const kinds = Math.max(...rows.map(({ kind }) => kind.length));
  const keys = Math.max(...rows.map(({ key }) => key.length));
  const befores = Math.max(...rows.map(({ before }) => (before ?? notThere).length));
  const lines = rows.flatMap(({ kind, key, before = notThere, placement, because }) => {
    const paint = placement === 'hardware' ? palette.good : palette.warning;
    const subject = `${kind.padEnd(kinds)}  ${printable(key.padEnd(keys))}`;
    const head = `  ${subject}  ${before.padEnd(befores)} ${palette.faint('→')} ${paint(placement)}`;
    const length = 2 + kinds + 2 + keys + 2 + befores + 3 + placement.length;
    const causes = placement === 'hardware' && !verbose ? '' : because.join(', ');
    if (causes === '') return [head];
    if (length + 2 + causes.length <= width) return [`${head}  ${palette.faint(causes)}`];
    return [head, ...wrapWords(causes, width - 6).map((line) => `      ${palette.faint(line)}`)];
  });
  return [palette.strong('offload'), ...lines, ...(hidden > 0 ? [`  ${palette.faint(`and ${hidden} more`)}`] : [])];
}

/** The placement of what the device does not have yet. */
const notThere = 'none';

const placementsMax = 40;

function impactBlock({ impacts }: Plan, { palette, width }: TextStyle): readonly string[] {
  if (impacts.length === 0) return [];
  const lines = impacts.flatMap(({ text }) => {
    const [first = '', ...rest] = wrapWords(printable(text), width - 4);
    return [`  ${palette.warning('!')} ${first}`, ...rest.map((line) => `    ${line}`)];
  });
  return [palette.strong('meanwhile'), ...lines];
}

/** `3 to add, 1 to set, 0 to move, 0 to remove` */
export function planCounts({ changes, displaced, marks = [] }: Plan, palette: Palette): string {
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
