// `[ find … ]`: reads the comparisons, and tells whether an item satisfies them.

import type { Broken, Lexer } from './lexer.ts';
import type { Condition, Operator, Selector, Word } from './script.ts';

/** Reads from an opening bracket past its partner. What is no plain `find` comes back as `computed`. */
export function readSelector(lexer: Lexer): { selector: Selector; broken?: Broken } {
  const start = lexer.at;
  const broken = lexer.readBalanced();
  const end = lexer.at;
  if (broken) return { selector: { kind: 'computed', start, end }, broken };
  lexer.at = start + 1;
  const alternatives = readConditions(lexer, end - 1) ?? [];
  lexer.at = end;
  const selectors = alternatives.map((conditions) => ({ kind: 'find', conditions, start, end }) as const);
  const [only, ...others] = selectors;
  if (!only) return { selector: { kind: 'computed', start, end } };
  return { selector: others.length > 0 ? { kind: 'any', selectors, start, end } : only };
}

const wordPattern = /!?[\w.-]+/y;
const operatorPattern = /!=|<=|>=|[=~<>]/y;
/** `where` and `and` that are compared with something are properties of that name. */
const conjunction = /&&|(?:where|and)(?![\w.=~<>-]|!=)/y;

const disjunction = /\|\||or(?![\w.=~<>-]|!=)/y;

/**
 * Comparisons that all have to hold, or alternatives of one each; undefined when it is more: which of `and` and `or`
 * binds tighter is not described.
 */
function readConditions(lexer: Lexer, end: number): readonly (readonly Condition[])[] | undefined {
  lexer.skipBlanks();
  if (match(lexer, wordPattern) !== 'find') return undefined;
  const conditions: Condition[] = [];
  let ors = 0;
  for (lexer.skipBlanks(); lexer.at < end; lexer.skipBlanks()) {
    if (match(lexer, conjunction) !== undefined) continue;
    if (match(lexer, disjunction) !== undefined) ors += 1;
    else {
      const condition = readCondition(lexer);
      if (!condition) return undefined;
      conditions.push(condition);
    }
  }
  if (ors === 0) return [conditions];
  return ors === conditions.length - 1 ? conditions.map((each) => [each]) : undefined;
}

/** Undefined when no comparison stands here. */
function readCondition(lexer: Lexer): Condition | undefined {
  const start = lexer.at;
  const name = match(lexer, wordPattern);
  if (name === undefined) return undefined;
  const operator = match(lexer, operatorPattern);
  if (operator === undefined) return flag(name, start, lexer.at);
  const value = lexer.readValue('])');
  if (value.broken || value.computed || name.startsWith('!')) return undefined;
  return { name, operator: comparisons.find((each) => each === operator) ?? '=', value, start, end: lexer.at };
}

function flag(name: string, start: number, end: number): Condition {
  const isNegated = name.startsWith('!');
  const value: Word = { text: '', start, end };
  const operator = isNegated ? 'unset' : 'set';
  return { name: isNegated ? name.slice(1) : name, operator, value, start, end };
}

function match(lexer: Lexer, pattern: RegExp): string | undefined {
  pattern.lastIndex = lexer.at;
  const text = pattern.exec(lexer.text)?.[0];
  if (text !== undefined) lexer.at += text.length;
  return text;
}

const comparisons: readonly Operator[] = ['=', '!=', '~', '<', '>', '<=', '>='];

/**
 * Whether a property with this value (undefined = not set) satisfies the condition; undefined when rosc cannot tell.
 * `same` compares two values of the property.
 */
export function satisfies(
  { operator, value: { text } }: Condition,
  actual: string | undefined,
  same: (a: string, b: string) => boolean,
): boolean | undefined {
  switch (operator) {
    case '=':
      return same(actual ?? '', text);
    case '!=':
      return !same(actual ?? '', text);
    case 'set':
      return isSet(actual);
    case 'unset':
      return !isSet(actual);
    default:
      return compareNumbers(operator, actual, text);
  }
}

/** A name alone asks whether something is on, or is there at all. Source: device findings of tik4net, CLI, 13.2. */
function isSet(actual: string | undefined): boolean {
  return actual !== undefined && !['', 'no', 'false'].includes(actual);
}

function compareNumbers(operator: Operator, actual: string | undefined, text: string): boolean | undefined {
  const left = Number(actual);
  const right = Number(text);
  if (actual === undefined || Number.isNaN(left) || Number.isNaN(right)) return undefined;
  if (operator === '<') return left < right;
  if (operator === '>') return left > right;
  return operator === '<=' ? left <= right : left >= right;
}
