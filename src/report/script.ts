// Changes as RouterOS script: commented, one command a line with its absolute path, in the order in which they are
// safe. Secrets are in no script that is printed: a comment says what to set, and where its value comes from.

import type { MenuPath } from '../model/config.ts';
import { type Deferred, deferredExpression, parseDeferred } from '../model/deferred.ts';
import { menus } from '../model/menus.ts';
import { scriptSyntax } from '../model/quote.ts';
import { holdsSecret } from '../model/secrets.ts';
import type { Change, PropertyChange } from '../plan/plan.ts';
import { findExpression, printScriptCommand } from '../plan/script-command.ts';

export interface ScriptOptions {
  /** Lines of the comment at the top. */
  readonly title: readonly string[];
  /** A simulated device reads it, and nobody else: secrets that the site has in plain text are in it. */
  readonly holdsSecrets?: true;
}

/** Importable text; the changes have to be in safe order already. */
export function renderScript(changes: readonly Change[], { title, holdsSecrets }: ScriptOptions): string {
  const lines = title.map((line) => `# ${line}`);
  let origin: string | undefined;
  for (const change of changes) {
    if (change.origin !== origin) {
      origin = change.origin;
      lines.push('', ...(origin === undefined ? [] : [`# ${origin}`]));
    }
    const isHidden = (each: PropertyChange) =>
      isSecret(change.menu, each) && !isUserName(change, each) && !(holdsSecrets && !parseDeferred(each.after ?? ''));
    lines.push(...linesOf(change, isHidden));
  }
  return `${lines.join('\n')}\n`;
}

function linesOf(change: Change, isHidden: (property: PropertyChange) => boolean): readonly string[] {
  const open = { ...change, properties: change.properties.filter((each) => !isHidden(each)) };
  const hidden = change.properties.filter(isHidden);
  const name = change.action === 'add' && hidden.find((each) => menus.get(change.menu)?.key.includes(each.name));
  if (name) return addedByHand(open, [name, ...hidden.filter((each) => each !== name)]);
  const isEmpty = change.action === 'set' && open.properties.length === 0;
  return [...(isEmpty ? [] : [printChange(open)]), ...hidden.flatMap((each) => secretLines(open, each))];
}

/** Without its name an item cannot be added: that of an SNMP community is what lets people in. */
function addedByHand(open: Change, secrets: readonly PropertyChange[]): readonly string[] {
  const sources = secrets.map(({ name, after = '' }) => {
    const deferred = parseDeferred(after);
    return `${name} from ${describeSecret(deferred?.kind === 'mac-of' ? undefined : deferred)}`;
  });
  return [
    `# Secret, not in this file: add it by hand after the import, its ${sources.join(', its ')}:`,
    `#   ${[printChange(open), ...secrets.map(({ name }) => `${name}=...`)].join(' ')}`,
  ];
}

/** Where SNMP asks for passwords, a community's name is that of a user, and opens nothing by itself. */
function isUserName({ menu, properties }: Change, { name }: PropertyChange): boolean {
  const asksFor = properties.find((each) => each.name === 'security')?.after;
  return menu === '/snmp/community' && name === 'name' && (asksFor === 'private' || asksFor === 'authorized');
}

/** A secret as a token, whose value nobody but the person who applies has, or in words of a `raw:` line. */
function isSecret(menu: MenuPath, { name, after }: PropertyChange): boolean {
  if (after === undefined) return false;
  const deferred = parseDeferred(after);
  return deferred ? deferredExpression(deferred) === undefined : holdsSecret(menu, name, after);
}

function describeSecret(deferred: Exclude<Deferred, { kind: 'mac-of' }> | undefined): string {
  if (!deferred) return 'the site, which has it in plain text';
  if (deferred.kind === 'env') return `environment variable ${deferred.name}`;
  return deferred.kind === 'file' ? `file ${deferred.path}` : `the answer of ${deferred.command.join(' ')}`;
}

/** The command that sets it, with three dots for what this file does not hold; `properties` are those that it holds. */
function secretLines({ menu, selector, properties }: Change, property: PropertyChange): readonly string[] {
  const deferred = parseDeferred(property.after ?? '');
  if (deferred?.kind === 'mac-of') return [];
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
