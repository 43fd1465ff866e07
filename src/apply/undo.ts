// The inverse of exactly one plan, as lines of RouterOS script. The lines may run after any part of the plan, any
// number of times, also after a power cut in their own middle: each finds out for itself whether there is anything to
// undo, and fails when what it is to set back is not found.

import { type Item, type MenuPath, ownItemsOf, propertyValue } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { defaultArgument } from '../plan/compare.ts';
import { keyProperties } from '../plan/natural-key.ts';
import { switchMenu } from '../plan/phase.ts';
import type { Change, PropertyChange } from '../plan/plan.ts';
import { referrers } from '../plan/referrers.ts';
import { pickNth, printScriptCommand, type ScriptSyntax } from '../plan/script-command.ts';
import { type Locator, locatorFor } from './locate.ts';
import type { Observation } from './observe.ts';
import type { ScriptLine } from './script-line.ts';
import type { Wanted } from './wanted.ts';

export interface UndoInput {
  /** In the order in which they are applied. */
  readonly changes: readonly Change[];
  /** The device before the first change. */
  readonly prior: Observation;
  readonly syntax: ScriptSyntax;
}

/**
 * One line a command; a line that fails may be tried again. Rules and routes come back once everything else is as it
 * was, because only then can they be told from what the plan made; L3 offload comes back last.
 */
export function undoLines({ changes, prior, syntax }: UndoInput): readonly ScriptLine[] {
  const locator = locatorFor(prior);
  const removed = new Set(
    changes.map(({ action, menu, selector }) =>
      action === 'remove' && selector ? locator.item(menu, selector) : undefined,
    ),
  );
  const work: Work = { locator, syntax, prior, removed };
  const reversed = changes.toReversed();
  const isPause = ({ phase }: Change) => phase === 'offload-off';
  const isKeyless = ({ action, menu }: Change) => action === 'remove' && keyProperties(menu).length === 0;
  const lines = (of: readonly Change[]) => of.flatMap((change) => inverse(change, work));
  const ordered = new Set(changes.map(({ menu }) => menu).filter((menu) => menus.get(menu)?.kind === 'ordered'));
  return [
    ...lines(reversed.filter((change) => !isPause(change) && !isKeyless(change))),
    ...lines(reversed.filter(isKeyless)),
    ...nameLines(changes, work),
    ...[...ordered].flatMap((menu) => orderLines(menu, changes, work)),
    ...lines(reversed.filter(isPause)),
  ];
}

interface Work {
  readonly locator: Locator;
  readonly syntax: ScriptSyntax;
  readonly prior: Observation;
  /** Items that the plan takes away. */
  readonly removed: ReadonlySet<Item | undefined>;
}

type Rows = (wanted: Wanted) => string;
type Settings = readonly (readonly [name: string, value: string | undefined])[];

/** Fails on the device: what the line is for was not done. */
const failure = ':error "not found"';

/** Other people's items that name what was removed lost the name with it. */
function nameLines(changes: readonly Change[], { locator, syntax, prior }: Work): readonly ScriptLine[] {
  return referrers(changes, prior.config).map(({ item, property, removed: { menu, selector } }) => {
    const set = [[property, propertyValue(item, property)]] as const;
    const id = selector && locator.item(menu, selector)?.id;
    return setLine(item.menu, locator.observedWithout(item, property, id), set, syntax);
  });
}

function inverse(change: Change, work: Work): readonly ScriptLine[] {
  switch (change.action) {
    case 'add':
      return work.locator.added(change).map((wanted) => removeLine(wanted, work.syntax));
    case 'remove':
      return addAgain(change, work);
    case 'move':
      return [];
    default:
      return setBack(change, work);
  }
}

/** What is not there any more needs no removing. */
export function removeLine(wanted: Wanted, syntax: ScriptSyntax): ScriptLine {
  const { menu } = wanted;
  return {
    name: `${menu}/remove`,
    wanted: [wanted],
    print: (rows) => printScriptCommand({ action: 'remove', menu, target: rows(wanted) }, syntax),
  };
}

/**
 * Only where it is missing: the lines may run before it was removed, and twice. It is not missing when somebody gave it
 * another comment.
 */
function addAgain({ menu, selector }: Change, { locator, syntax, removed }: Work): readonly ScriptLine[] {
  const item = selector && locator.item(menu, selector);
  if (!item) return [];
  const add = printScriptCommand({ action: 'add', menu, set: Object.entries(locator.contentOf(item)) }, syntax);
  const twins = locator.twins(item);
  const same = twins ?? locator.observed(item);
  const isKeyless = keyProperties(menu, item).length === 0;
  const alike = isKeyless && !twins ? locator.observedByContent(item) : undefined;
  // Of several equal items, the third is missing when there are fewer than three, and fewer than those that stay.
  const equal = locator.rowsWith(menu, same.match);
  const present = equal.filter((each, index) => index <= equal.indexOf(item) || !removed.has(each));
  const isMissing = (rows: Rows) =>
    alike
      ? `([:len ${rows(same)}] = 0) && ([:len ${rows(alike)}] = 0)`
      : `[:len ${rows(same)}] < ${Math.max(1, present.length)}`;
  return [
    {
      name: `${menu}/add`,
      wanted: [same, ...(alike ? [alike] : [])],
      print: (rows) => `:if (${isMissing(rows)}) do={ ${add} }`,
    },
  ];
}

function setBack(change: Change, { locator, syntax }: Work): readonly ScriptLine[] {
  const { menu, properties, selector } = change;
  const item = selector && locator.item(menu, selector);
  const set = properties.map((property) => [property.name, valueBefore(menu, property, item)] as const);
  if (!selector) {
    const print = () => printScriptCommand({ action: 'set', menu, set }, syntax);
    return [{ name: `${menu}/set`, wanted: [], print }];
  }
  const targets = locator.changed(change);
  // What the plan itself adds may be gone by now, or never have been there.
  const line = setLine(menu, targets, set, syntax, item ? failure : '');
  const isSwitchedOn =
    menu === switchMenu && set.some(([name, value]) => name === 'l3-hw-offloading' && value === 'yes');
  return isSwitchedOn ? [line, ...targets.slice(0, 1).map(failWhenOff)] : [line];
}

/** Sets what the first of the targets finds, else what the next does; one that comes later has to find one row. */
export function setLine(
  menu: MenuPath,
  targets: readonly Wanted[],
  set: Settings,
  syntax: ScriptSyntax,
  whenMissing: string = failure,
): ScriptLine {
  const print = (rows: Rows) =>
    targets.reduceRight((otherwise, wanted, index) => {
      const isFound = `[:len ${rows(wanted)}] ${index === 0 ? '> 0' : '= 1'}`;
      const command = printScriptCommand({ action: 'set', menu, target: rows(wanted), set }, syntax);
      const rest = otherwise === '' ? '' : ` else={ ${otherwise} }`;
      return `:if (${isFound}) do={ ${command} }${rest}`;
    }, whenMissing);
  return { name: `${menu}/set`, wanted: targets, print };
}

/** Secrets come from what was read: a plan from a file knows their digests only. */
function valueBefore(
  menu: MenuPath,
  { name, before, secret }: PropertyChange,
  item: Item | undefined,
): string | undefined {
  const value = secret ? item && propertyValue(item, name) : before;
  return value ?? defaultArgument(menu, name);
}

/** The driver may take the property back without refusing the command; then the line counts as failed. */
function failWhenOff(wanted: Wanted): ScriptLine {
  const print = (rows: Rows) =>
    `:if ([${switchMenu}/get ${rows(wanted)} l3-hw-offloading] != yes) do={ :error "L3 offload did not come back" }`;
  return { name: `${switchMenu}/set`, wanted: [wanted], print };
}

/**
 * Puts what was removed or moved in front of what came after it, last first. By its content where its comment finds
 * nothing: somebody may have changed that meanwhile. Of rows that look alike, all go to the end first: then the last of
 * them is one that has no place yet, and the first of them the one that got its place last.
 */
function orderLines(
  menu: MenuPath,
  changes: readonly Change[],
  { locator, syntax, prior }: Work,
): readonly ScriptLine[] {
  const displaced = new Set(
    changes
      .filter((change) => change.menu === menu && (change.action === 'move' || change.action === 'remove'))
      .flatMap(({ selector }) => (selector && locator.item(menu, selector)) ?? []),
  );
  if (displaced.size === 0) return [];
  const rows = ownItemsOf(prior.config, menu);
  const twins = new Map<Item, Wanted>();
  for (const item of displaced) {
    const all = twins.has(item) ? undefined : locator.twins(item);
    if (all) for (const each of locator.rowsWith(menu, all.match)) twins.set(each, all);
  }
  const rowOf = (item: Item, which: 'first' | 'last'): RowChoice => {
    const all = twins.get(item);
    return all ? { wanted: all, which } : { wanted: locator.observed(item) };
  };
  const lines = rows.flatMap((item, index) => {
    if (!displaced.has(item) && !twins.has(item)) return [];
    const target = rowOf(item, 'last');
    const next = rows[index + 1];
    const told = (each: Item) => {
      const wanted = locator.observedByContent(each);
      return wanted ? [{ wanted }] : [];
    };
    const targets = [target, ...told(item)];
    const befores = next ? [rowOf(next, 'first'), ...told(next)] : [undefined];
    return [
      moveLine(
        menu,
        befores.flatMap((before) => targets.map((each): Move => ({ target: each, before }))),
        syntax,
      ),
    ];
  });
  const toEnd = [...new Set(twins.values())].map((all) =>
    moveLine(menu, [{ target: { wanted: all }, before: undefined }], syntax),
  );
  return [...toEnd, ...lines.toReversed()];
}

interface RowChoice {
  readonly wanted: Wanted;
  /** Of several that look alike; absent = all that are found. */
  readonly which?: 'first' | 'last';
}

interface Move {
  readonly target: RowChoice;
  /** Undefined = to the end. */
  readonly before: RowChoice | undefined;
}

/** A destination that is not found would send the item to the end. */
function moveLine(menu: MenuPath, moves: readonly Move[], syntax: ScriptSyntax): ScriptLine {
  const print = (rows: Rows) =>
    moves.reduceRight((otherwise, { target, before }) => {
      const needed = [target, ...(before ? [before] : [])];
      const found = needed.map(({ wanted }) => `([:len ${rows(wanted)}] > 0)`).join(' && ');
      const to = before && { before: printRow(before, rows) };
      const command = printScriptCommand({ action: 'move', menu, target: printRow(target, rows), ...to }, syntax);
      return `:if (${found}) do={ ${command} } else={ ${otherwise} }`;
    }, failure);
  const wanted = moves.flatMap(({ target, before }) => [target.wanted, ...(before ? [before.wanted] : [])]);
  return { name: `${menu}/move`, wanted, print };
}

function printRow({ wanted, which }: RowChoice, rows: Rows): string {
  const found = rows(wanted);
  if (which === undefined) return found;
  return which === 'first' ? pickNth(found, 0) : `[:pick ${found} ([:len ${found}] - 1) [:len ${found}]]`;
}
