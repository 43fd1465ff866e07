// Values of a running script, and how RouterOS turns one kind into another.

import { derivedOnce } from '../../../source/grouping.ts';
import { printBool } from '../store/values.ts';

export type Value = undefined | boolean | number | string | TypedValue | readonly Value[];

/** A value that equals no text, though it prints as one: an id, an address with its length, a time with colons. */
export class TypedValue {
  readonly type: 'id' | 'other';
  readonly text: string;

  constructor(type: 'id' | 'other', text: string) {
    this.type = type;
    this.text = text;
  }
}

/**
 * What a bare word of an expression is, by its spelling: measured on 7.23.2, text is only what has no other characters
 * than these, and `/` or `:` make something else of it (tik4net, findings-cli 10.4).
 */
export function valueOfWord(word: string): Value {
  if (word === 'true' || word === 'yes') return true;
  if (word === 'false' || word === 'no') return false;
  if (/^\*[0-9A-Fa-f]+$/.test(word)) return new TypedValue('id', word);
  if (/^-?(\d+|0x[0-9a-fA-F]+)$/.test(word)) return Number(word);
  return /^[\w.-]+$/.test(word) ? word : new TypedValue('other', word);
}

/** As text: `true`, `5`, members joined by `;`. */
export function textOfValue(value: Value): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((member) => textOfValue(member)).join(';');
  if (value instanceof TypedValue) return value.text;
  return String(value);
}

/** As an argument of a command: arrays become lists. */
export function argumentOf(value: Value): string {
  if (Array.isArray(value)) return value.map((member) => argumentOf(member)).join(',');
  return textOfValue(value);
}

/** How much work it is to look at a value, in steps: its members' together, or its text's. */
export function weightOf(value: Value): number {
  if (Array.isArray(value)) return weightOfAll(value);
  return typeof value === 'string' ? 1 + value.length / charactersOfStep : 1;
}

const weightOfAll = derivedOnce((values: readonly Value[]) =>
  values.reduce<number>((sum, member) => sum + weightOf(member), 1),
);

const charactersOfStep = 1000;

/** What a device prints, as a script sees it. */
export function valueOfPrinted(text: string): Value {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (/^\*[0-9A-F]+$/.test(text)) return new TypedValue('id', text);
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

export function isTruthy(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return value === 'true' || value === 'yes';
}

export function isEqual(left: Value, right: Value): boolean {
  if (left instanceof TypedValue || right instanceof TypedValue) {
    return left instanceof TypedValue && right instanceof TypedValue && left.text === right.text;
  }
  return comparable(left) === comparable(right);
}

export function isLess(left: Value, right: Value): boolean {
  const numbers = [Number(textOfValue(left)), Number(textOfValue(right))] as const;
  if (numbers.every((number) => !Number.isNaN(number))) return numbers[0] < numbers[1];
  return textOfValue(left) < textOfValue(right);
}

export function lengthOf(value: Value): number {
  return Array.isArray(value) ? value.length : textOfValue(value).length;
}

export function numberOf(value: Value): number | undefined {
  const number = typeof value === 'number' ? value : Number(textOfValue(value) || Number.NaN);
  return Number.isNaN(number) ? undefined : number;
}

export function comparable(value: Value): string {
  return printBool(textOfValue(value));
}

/** `:return` on its way out. */
export class Returned {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}
