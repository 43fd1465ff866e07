// Changes as RouterOS script: commented, one command a line with its absolute path, in the order in which they are
// safe. Secrets are in no script: a comment says what to set, and where its value comes from.

import { type Deferred, deferredExpression, parseDeferred } from '../model/deferred.ts';
import type { Change, PropertyChange } from '../plan/plan.ts';
import { findExpression, printScriptCommand } from '../plan/script-command.ts';
import { scriptSyntax } from '../rsc/printer.ts';

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
    const open = withoutSecrets(change);
    if (change.action !== 'set' || open.properties.length > 0) lines.push(printChange(open));
    lines.push(...change.properties.flatMap((each) => secretLines(change, each)));
  }
  return `${lines.join('\n')}\n`;
}

/** A secret as a token: nobody but the person who applies has its value. */
function isSecret({ after }: PropertyChange): boolean {
  const deferred = after === undefined ? undefined : parseDeferred(after);
  return deferred !== undefined && deferredExpression(deferred) === undefined;
}

function withoutSecrets(change: Change): Change {
  return { ...change, properties: change.properties.filter((property) => !isSecret(property)) };
}

function describeSecret(deferred: Exclude<Deferred, { kind: 'mac-of' }>): string {
  if (deferred.kind === 'env') return `environment variable ${deferred.name}`;
  return deferred.kind === 'file' ? `file ${deferred.path}` : `the answer of ${deferred.command.join(' ')}`;
}

/** The command that sets it, with three dots for what this file does not hold. */
function secretLines({ menu, selector, properties }: Change, property: PropertyChange): readonly string[] {
  const deferred = isSecret(property) ? parseDeferred(property.after ?? '') : undefined;
  if (!deferred || deferred.kind === 'mac-of') return [];
  const source = describeSecret(deferred);
  const known = properties.find(({ name }) => name === 'name') ?? properties.find(({ name }) => name === 'comment');
  const item = selector ?? (known?.after === undefined ? undefined : { match: { [known.name]: known.after } });
  const target = item ? ` ${findExpression(menu, item, scriptSyntax)}` : '';
  return [
    `# Secret, not in this file: set it by hand after the import, from ${source}:`,
    `#   ${menu}/set${target} ${property.name}=...`,
  ];
}

/** One change as one command. */
export function printChange({ action, menu, selector, properties, before }: Change): string {
  const keepsProperties = action === 'remove' || action === 'move';
  return printScriptCommand(
    {
      action,
      menu,
      set: keepsProperties ? [] : properties.map(({ name, after }) => [name, after] as const),
      ...(selector && action !== 'add' && { target: findExpression(menu, selector, scriptSyntax) }),
      ...(before && { before: findExpression(menu, before, scriptSyntax) }),
    },
    { ...scriptSyntax, argument: printValue },
  );
}

/** What only the device knows is asked of it. */
function printValue(value: string): string {
  const deferred = parseDeferred(value);
  return (deferred && deferredExpression(deferred)) ?? scriptSyntax.argument(value);
}
