// Changes as RouterOS script: commented, one command a line with its absolute path, in the order in which they are safe.

import { deferredExpression, parseDeferred } from '../model/deferred.ts';
import { isFlag } from '../model/menus.ts';
import type { Change, PropertyChange, Selector } from '../plan/plan.ts';
import { quoteValue } from '../rsc/printer.ts';

export interface ScriptOptions {
  /** Lines of the comment at the top. */
  readonly title: readonly string[];
}

/** Importable text; the changes have to be in safe order already. */
export function renderScript(changes: readonly Change[], { title }: ScriptOptions): string {
  const lines = title.map((line) => `# ${line}`);
  let origin: string | undefined;
  for (const change of changes) {
    if (change.origin !== origin) {
      origin = change.origin;
      lines.push('', ...(origin === undefined ? [] : [`# ${origin}`]));
    }
    lines.push(printChange(change));
  }
  return `${lines.join('\n')}\n`;
}

/** One change as one command. */
export function printChange(change: Change): string {
  const { action, menu, selector, before } = change;
  const words = [`${menu}/${action}`];
  if (selector && action !== 'add') words.push(printSelector(selector));
  words.push(...change.properties.flatMap((property) => argument(change, property)));
  if (before && action === 'add') words.push(`place-before=${printSelector(before)}`);
  if (before && action === 'move') words.push(printSelector(before));
  return words.join(' ');
}

function argument({ action, menu }: Change, { name, after }: PropertyChange): readonly string[] {
  if (action === 'remove' || action === 'move') return [];
  if (after === undefined) return [`!${name}`];
  if (isFlag(menu, name)) return [after === 'no' ? `!${name}` : name];
  return [`${name}=${printValue(after)}`];
}

/** What only the device knows is asked of it. */
function printValue(value: string): string {
  const deferred = parseDeferred(value);
  return (deferred && deferredExpression(deferred)) ?? quoteValue(value);
}

function printSelector({ match, nth }: Selector): string {
  const conditions = Object.entries(match).map(([name, value]) => `${name}=${quoteValue(value)}`);
  const found = `[find ${conditions.join(' ')}]`;
  return nth === undefined ? found : `[:pick ${found} ${nth}]`;
}
