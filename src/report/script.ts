// Changes as RouterOS script: commented, one command a line with its absolute path, in the order in which they are
// safe.

import { deferredExpression, parseDeferred } from '../model/deferred.ts';
import type { Change } from '../plan/plan.ts';
import { findExpression, printScriptCommand } from '../plan/script-command.ts';
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
export function printChange({ action, menu, selector, properties, before }: Change): string {
  const keepsProperties = action === 'remove' || action === 'move';
  return printScriptCommand(
    {
      action,
      menu,
      set: keepsProperties ? [] : properties.map(({ name, after }) => [name, after] as const),
      ...(selector && action !== 'add' && { target: findExpression(menu, selector, quoteValue) }),
      ...(before && { before: findExpression(menu, before, quoteValue) }),
    },
    printValue,
  );
}

/** What only the device knows is asked of it. */
function printValue(value: string): string {
  const deferred = parseDeferred(value);
  return (deferred && deferredExpression(deferred)) ?? quoteValue(value);
}
