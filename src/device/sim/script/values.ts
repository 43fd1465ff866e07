// Values of a running script, and how RouterOS turns one kind into another.

export type Value = undefined | boolean | number | string | readonly Value[];

/** As text: `true`, `5`, members joined by `;`. */
export function textOfValue(value: Value): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((member) => textOfValue(member)).join(';');
  return String(value);
}

/** As an argument of a command: arrays become lists. */
export function argumentOf(value: Value): string {
  if (Array.isArray(value)) return value.map((member) => argumentOf(member)).join(',');
  return textOfValue(value);
}

/** What a device prints, as a script sees it. */
export function valueOfPrinted(text: string): Value {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

export function isTruthy(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return value === 'true' || value === 'yes';
}

export function isEqual(left: Value, right: Value): boolean {
  return normal(left) === normal(right);
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

function normal(value: Value): string {
  const text = textOfValue(value);
  return text === 'yes' ? 'true' : text === 'no' ? 'false' : text;
}

/** `:return` on its way out. */
export class Returned {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}
