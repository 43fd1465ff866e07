// The query words of API print commands: a stack of booleans. Source: manual, developer-guides/api, "Queries".

import type { Row } from '../../device.ts';
import { Trap } from '../trap.ts';

/** `words` without their leading `?`. Throws a Trap for a malformed one. */
export function matchesQuery(row: Row, words: readonly string[]): boolean {
  let stack: boolean[] = [];
  for (const word of words) {
    if (word.startsWith('#')) stack = applyOperators(stack, word.slice(1));
    else stack.push(matchesWord(row, word));
  }
  return stack.every((value) => value);
}

function matchesWord(row: Row, word: string): boolean {
  if (word.startsWith('-')) return row[word.slice(1)] === undefined;
  const comparison = /^([<>=]?)([^=]+)=(.*)$/s.exec(word);
  if (!comparison) return row[word] !== undefined;
  const [, operator, name = '', wanted = ''] = comparison;
  const value = row[name];
  if (value === undefined) return false;
  if (operator === '<') return compareValues(value, wanted) < 0;
  if (operator === '>') return compareValues(value, wanted) > 0;
  return value === wanted;
}

function compareValues(left: string, right: string): number {
  const numbers = [left, right].map((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN));
  const [a = Number.NaN, b = Number.NaN] = numbers;
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The stack holds endless `true` below its bottom. */
function applyOperators(before: readonly boolean[], operators: string): boolean[] {
  const stack = [...before];
  for (const { 0: token, index } of operators.matchAll(/\d+|./gs)) {
    if (!/\d/.test(token)) {
      applyOperator(stack, token);
      continue;
    }
    const value = stack[stack.length - 1 - Number(token)] ?? true;
    if (index + token.length === operators.length) stack.length = 0;
    stack.push(value);
  }
  return stack;
}

function applyOperator(stack: boolean[], operator: string): void {
  const pop = (): boolean => stack.pop() ?? true;
  if (operator === '!') stack.push(!pop());
  else if (operator === '&' || operator === '|') {
    const [right, left] = [pop(), pop()];
    stack.push(operator === '&' ? left && right : left || right);
  } else if (operator !== '.') throw new Trap(`unknown query operator ${operator}`, 5);
}
