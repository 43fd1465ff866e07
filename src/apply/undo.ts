// The inverse of exactly one plan, as lines of RouterOS script. The lines may run after any part of the plan, any
// number of times, also after a power cut in their own middle: each finds out for itself whether there is anything to
// undo.

import { type Item, isDynamic, itemsOf, type MenuPath, propertyValue } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { defaultArgument } from '../plan/compare.ts';
import { keyProperties } from '../plan/natural-key.ts';
import { switchMenu } from '../plan/phase.ts';
import type { Change, PropertyChange } from '../plan/plan.ts';
import { referrers } from '../plan/referrers.ts';
import { printScriptCommand, type ScriptSyntax } from '../plan/script-command.ts';
import { type Locator, locatorFor } from './locate.ts';
import type { Observation } from './observe.ts';

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
export function undoLines({ changes, prior, syntax }: UndoInput): readonly string[] {
  const locator = locatorFor(prior, syntax);
  const reversed = changes.toReversed();
  const isPause = ({ phase }: Change) => phase === 'offload-off';
  const isKeyless = ({ action, menu }: Change) => action === 'remove' && keyProperties(menu).length === 0;
  const lines = (of: readonly Change[]) => of.flatMap((change) => inverse(change, locator, syntax));
  const ordered = new Set(changes.map(({ menu }) => menu).filter((menu) => menus.get(menu)?.kind === 'ordered'));
  return [
    ...lines(reversed.filter((change) => !isPause(change) && !isKeyless(change))),
    ...lines(reversed.filter(isKeyless)),
    ...nameLines({ changes, prior, syntax }, locator),
    ...[...ordered].flatMap((menu) => orderLines(menu, { changes, prior, syntax }, locator)),
    ...lines(reversed.filter(isPause)),
  ];
}

/** Other people's items that name what was removed lost the name with it. */
function nameLines({ changes, prior, syntax }: UndoInput, locator: Locator): readonly string[] {
  return referrers(changes, prior.config).map(({ item, property }) => {
    const set = [[property, propertyValue(item, property)]] as const;
    return print({ action: 'set', menu: item.menu, target: locator.observedWithout(item, property), set }, syntax);
  });
}

function inverse(change: Change, locator: Locator, syntax: ScriptSyntax): readonly string[] {
  switch (change.action) {
    case 'add':
      return locator.added(change).map((target) => print({ action: 'remove', menu: change.menu, target }, syntax));
    case 'remove':
      return addAgain(change, locator, syntax);
    case 'move':
      return [];
    default:
      return setBack(change, locator, syntax);
  }
}

/**
 * Only where it is missing: the lines may run before it was removed, and twice. It is not missing when somebody gave it
 * another comment.
 */
function addAgain(change: Change, locator: Locator, syntax: ScriptSyntax): readonly string[] {
  const { menu, selector } = change;
  const item = selector && locator.item(menu, selector);
  if (!item) return [];
  const add = print({ action: 'add', menu, set: Object.entries(locator.contentOf(item)) }, syntax);
  const nth = selector.nth ?? 0;
  // Of several equal items, the third is missing when there are fewer than three.
  const same = everyOf(locator.observed(item));
  const isKeyless = keyProperties(menu, item).length === 0;
  const alike = isKeyless && nth === 0 ? locator.observedByContent(item) : undefined;
  const isMissing = alike ? `([:len ${same}] = 0) && ([:len ${alike}] = 0)` : `[:len ${same}] < ${nth + 1}`;
  return [`:if (${isMissing}) do={ ${add} }`];
}

/** The expression without the `:pick` that takes one of several. */
function everyOf(expression: string): string {
  const prefix = '[:pick ';
  return expression.startsWith(prefix) ? expression.slice(prefix.length, expression.lastIndexOf(' ')) : expression;
}

function setBack(change: Change, locator: Locator, syntax: ScriptSyntax): readonly string[] {
  const { menu, properties, selector } = change;
  const item = selector && locator.item(menu, selector);
  const set = properties.map((property) => [property.name, valueBefore(menu, property, item)] as const);
  if (!selector) return [print({ action: 'set', menu, set }, syntax)];
  const [first = '', ...alike] = locator.changed(change);
  const lineFor = (target: string) => print({ action: 'set', menu, target, set }, syntax);
  // Where the comment is still there the item is found; what looks like it then is another.
  const lines = [
    lineFor(first),
    ...alike.map((target) => `:if (([:len ${first}] = 0) && ([:len ${target}] = 1)) do={ ${lineFor(target)} }`),
  ];
  return isSwitchedOn(menu, set) ? [...lines, failWhenOff(first)] : lines;
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

function isSwitchedOn(menu: MenuPath, set: readonly (readonly [string, string | undefined])[]): boolean {
  return menu === switchMenu && set.some(([name, value]) => name === 'l3-hw-offloading' && value === 'yes');
}

/** The driver may take the property back without refusing the command; then the line counts as failed. */
function failWhenOff(target: string): string {
  const state = `[${switchMenu}/get ${target} l3-hw-offloading]`;
  return `:if (${state} != yes) do={ :error "L3 offload did not come back" }`;
}

/**
 * Puts what was removed or moved in front of what came after it, last first. Twice where it can be said twice:
 * somebody may have changed a comment meanwhile.
 */
function orderLines(menu: MenuPath, { changes, prior, syntax }: UndoInput, locator: Locator): readonly string[] {
  const displaced = new Set(
    changes
      .filter((change) => change.menu === menu && (change.action === 'move' || change.action === 'remove'))
      .flatMap(({ selector }) => (selector && locator.item(menu, selector)) ?? []),
  );
  if (displaced.size === 0) return [];
  const rows = itemsOf(prior.config, menu).filter((item) => !isDynamic(item));
  // A destination that is not found would send the item to the end.
  const move = (target: string, before: string | undefined) =>
    before === undefined
      ? print({ action: 'move', menu, target }, syntax)
      : `:if ([:len ${before}] > 0) do={ ${print({ action: 'move', menu, target, before }, syntax)} }`;
  const lines = rows.map((item, index) => {
    if (!displaced.has(item)) return [];
    const next = rows[index + 1];
    const byContent = [item, next].map((each) => each && locator.observedByContent(each));
    const [target, before] = byContent;
    const isTold = target !== undefined && (next === undefined || before !== undefined);
    return [move(locator.observed(item), next && locator.observed(next)), ...(isTold ? [move(target, before)] : [])];
  });
  return lines.toReversed().flat();
}

const print = printScriptCommand;
