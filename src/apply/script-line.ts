// One line of a script on the device, before it is settled how the rows that it means are written down.

import type { ScriptSyntax } from '../plan/script-command.ts';
import { type Spelling, spell } from './spell.ts';
import type { Wanted } from './wanted.ts';

export interface ScriptLine {
  /** `/ip/firewall/filter/set`, for the log. */
  readonly name: string;
  readonly wanted: readonly Wanted[];
  /** The command, with an expression in place of each row. */
  print(rows: (wanted: Wanted) => string): string;
}

export type Spellings = (wanted: Wanted) => Spelling;

/** With a variable for rows that the command speaks of more than once. */
export function printLine({ print }: ScriptLine, spellingOf: Spellings, syntax: ScriptSyntax): string {
  const uses = new Map<Wanted, number>();
  print((wanted) => {
    uses.set(wanted, (uses.get(wanted) ?? 0) + 1);
    return '$rows';
  });
  const before: string[] = [];
  const expressions = new Map<Wanted, string>();
  for (const [wanted, count] of uses) {
    const name = `rows${expressions.size}`;
    const spelled = spell(wanted, spellingOf(wanted), syntax, count > 1 ? `each${name}` : name);
    if (!spelled) throw new Error(`a row of ${wanted.menu} cannot be spelled ${spellingOf(wanted)}`);
    if (spelled.before !== '') before.push(spelled.before);
    if (count > 1) before.push(`:local ${name} ${spelled.rows}`);
    expressions.set(wanted, count > 1 ? `$${name}` : spelled.rows);
  }
  return [...before, print((wanted) => expressions.get(wanted) ?? '')].join('; ');
}
