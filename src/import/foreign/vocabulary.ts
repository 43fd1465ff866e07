// How a maker's words are written down: patterns of whole statements, each with what it says. The first that matches
// reads the statement; a statement that none matches stays unknown.

import type { Statement } from './blocks.ts';
import type { ForeignConfig } from './facts.ts';
import type { Ledger } from './ledger.ts';
import type { Said } from './said.ts';

export interface Reading {
  readonly config: ForeignConfig;
  readonly ledger: Ledger;
}

export interface Word<Subject> {
  readonly pattern: RegExp;
  read(found: Found<Subject>): void;
}

export interface Found<Subject> {
  readonly subject: Subject;
  readonly line: number;
  /** Groups of the pattern; an absent one is an empty text. */
  group(index: number): string;
  has(index: number): boolean;
  said<T>(value: T): { readonly value: T; readonly line: number };
  refuse(reason: string): void;
  readonly statement: Statement;
  readonly reading: Reading;
}

export function word<Subject>(pattern: RegExp, read: (found: Found<Subject>) => void): Word<Subject> {
  return { pattern, read };
}

/** What the last statement decides: `key` of the subject; refused where `what` cannot be read. */
export function states<Key extends string, T>(
  pattern: RegExp,
  key: Key,
  read: (found: Found<unknown>) => T | undefined,
  what = 'value',
): Word<{ [K in Key]?: Said<T> }> {
  return word(pattern, (found) => {
    const value = read(found);
    if (value === undefined) found.refuse(`rosc cannot read the ${what}`);
    else found.subject[key] = found.said(value);
  });
}

/** What several statements add up to, in the list `key` of the subject. */
export function adds<Key extends string, T>(
  pattern: RegExp,
  key: Key,
  read: (found: Found<unknown>) => T | undefined,
  what = 'value',
): Word<{ readonly [K in Key]: Said<T>[] }> {
  return word(pattern, (found) => {
    const value = read(found);
    if (value === undefined) found.refuse(`rosc cannot read the ${what}`);
    else found.subject[key].push(found.said(value));
  });
}

/** The same for a statement of several values; those that cannot be read are passed over. */
export function addsEach<Key extends string, T>(
  pattern: RegExp,
  key: Key,
  read: (text: string) => T | undefined,
): Word<{ readonly [K in Key]: Said<T>[] }> {
  return word(pattern, ({ subject, said, group }) => {
    for (const text of group(1).split(' ')) {
      const value = read(text);
      if (value !== undefined) subject[key].push(said(value));
    }
  });
}

/** Not in the site's words, or not possible: the statement and all below it. */
export function refused<Subject>(pattern: RegExp, reason: string): Word<Subject> {
  return word(pattern, ({ statement, reading }) => refuseAll(statement, reason, reading.ledger));
}

/** Known to mean nothing for a site. */
export function irrelevant<Subject>(pattern: RegExp): Word<Subject> {
  return word(pattern, ({ statement, reading }) => ignoreAll(statement, reading.ledger));
}

export function refuseAll(statement: Statement, reason: string, ledger: Ledger): void {
  if (!ledger.isSettled(statement.line)) ledger.refuse(statement.line, reason);
  for (const child of statement.children) refuseAll(child, reason, ledger);
}

function ignoreAll(statement: Statement, ledger: Ledger): void {
  ledger.ignore(statement.line);
  for (const child of statement.children) ignoreAll(child, ledger);
}

export function readAll<Subject>(
  statements: readonly Statement[],
  subject: Subject,
  words: readonly Word<Subject>[],
  reading: Reading,
): void {
  for (const statement of statements) readOne(statement, subject, words, reading);
}

export function readOne<Subject>(
  statement: Statement,
  subject: Subject,
  words: readonly Word<Subject>[],
  reading: Reading,
): boolean {
  for (const { pattern, read } of words) {
    const match = pattern.exec(statement.text);
    if (!match) continue;
    const groups: readonly (string | undefined)[] = match;
    const { line } = statement;
    read({
      subject,
      line,
      group: (index) => groups[index] ?? '',
      has: (index) => groups[index] !== undefined,
      said: (value) => ({ value, line }),
      refuse: (reason) => reading.ledger.refuse(line, reason),
      statement,
      reading,
    });
    return true;
  }
  return false;
}
