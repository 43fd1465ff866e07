// The ways to write down which rows a script means, from the plain one to the one that depends on least. Which of them
// a device understands is tried on it before the first change.

import { isRemoved, listValues } from '../model/config.ts';
import { isFlag, propertySpec } from '../model/menus.ts';
import { findExpression, hasDynamicRows, pickNth, type ScriptSyntax } from '../plan/script-command.ts';
import type { Wanted } from './wanted.ts';

/**
 * `quoted`: a condition, with numbers bare. `text`: numbers in quotes too. `read`: row by row, what the device prints is
 * compared as text, so that neither lists nor types matter. `id`: the row that was read, for as long as it lives.
 */
export const spellings = ['quoted', 'text', 'read', 'id'] as const;
export type Spelling = (typeof spellings)[number];

export interface Spelled {
  /** Statements that come first; empty = none. */
  readonly before: string;
  /** An expression whose value is the rows. */
  readonly rows: string;
}

/** Undefined where it cannot be said that way. `variable`: a name that nothing else around it has. */
export function spell(wanted: Wanted, spelling: Spelling, syntax: ScriptSyntax, variable: string): Spelled | undefined {
  switch (spelling) {
    case 'quoted':
      return { before: '', rows: findExpression(wanted.menu, wanted, syntax, 'absolute') };
    case 'text':
      return { before: '', rows: findExpression(wanted.menu, wanted, syntax, 'absolute', 'quoted') };
    case 'read':
      return spellRead(wanted, syntax, variable);
    case 'id': {
      const [id] = wanted.found;
      if (id === undefined || id === '' || id.includes(';') || wanted.found.length > 1) return undefined;
      return { before: '', rows: `[${wanted.menu}/find .id=${id}]` };
    }
  }
}

function spellRead({ menu, match, nth }: Wanted, syntax: ScriptSyntax, variable: string): Spelled {
  const conditions = Object.entries(match).flatMap(([name, value]) => {
    // What is on by being there prints nothing to compare.
    if (isFlag(menu, name) && value !== '') return [];
    const read = `[${menu}/get $row ${name}]`;
    if (value === '') return [`([:len ${read}] = 0)`];
    const [first = '', ...others] = textsOf(propertySpec(menu, name)?.type, value).map(
      (text) => `([:tostr ${read}] = ${syntax.operand(text)})`,
    );
    return [others.length === 0 ? first : `(${[first, ...others].join(' || ')})`];
  });
  const own = hasDynamicRows(menu) ? ' dynamic=no' : '';
  const take = `:if (${conditions.join(' && ') || 'true'}) do={ :set ${variable} ($${variable}, $row) }`;
  return {
    before: `:local ${variable} [:toarray ""]; :foreach row in=[${menu}/find${own}] do={ ${take} }`,
    rows: nth === undefined ? `$${variable}` : pickNth(`$${variable}`, nth),
  };
}

/** What `:tostr` may make of a value: lists are joined by `;`, booleans are words of the language. */
function textsOf(type: string | undefined, value: string): readonly string[] {
  if (type === 'bool') return value === 'yes' || value === 'true' ? ['true', 'yes'] : ['false', 'no'];
  const members = listValues(value);
  return members.length > 1 ? [members.join(';'), value] : [value];
}

/**
 * The plain one, unless the device was not seen to understand it and there are lists among the properties, or what is
 * left of the name of something that is gone.
 */
export function unprovenSpelling({ menu, match }: Wanted): Spelling {
  const isPlain = Object.entries(match).every(([name, value]) => {
    const type = propertySpec(menu, name)?.type;
    return !isRemoved(value) && type !== 'list' && type !== 'set' && type !== 'ranges' && type !== 'flag';
  });
  return isPlain ? 'quoted' : 'read';
}
