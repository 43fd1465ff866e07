// POSIX extended regular expressions, as scripts of RouterOS write them behind `~`. The texts and the expressions are
// other people's, so a match costs no more than the length of the one times the size of the other: all ways through
// the expression are followed side by side, and none is tried again.

export interface Pattern {
  /** Steps that a match takes for each character of the text, at most. */
  readonly size: number;
  /** Whether it is found somewhere in the text. */
  matches(text: string): boolean;
}

type Part =
  | { readonly kind: 'one'; readonly takes: (character: string) => boolean }
  | { readonly kind: 'begin' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeated'; readonly part: Part; readonly min: number; readonly max: number };

/** `goto` leads to all these places of the program, what takes a character or an edge to the next one. */
type Step =
  | Exclude<Part, { kind: 'sequence' | 'choice' | 'repeated' }>
  | { readonly kind: 'goto'; readonly to: readonly number[] }
  | { readonly kind: 'found' };

const lengthMax = 500;
const sizeMax = 2000;

/** Undefined for what is no expression, means different things on different systems, or is very large. */
export function readPattern(text: string): Pattern | undefined {
  if (text.length > lengthMax) return undefined;
  const reader = { text, at: 0 };
  const part = readChoice(reader);
  if (!part || reader.at < text.length || sizeOf(part) > sizeMax) return undefined;
  const program: Step[] = [];
  write(program, part);
  program.push({ kind: 'found' });
  return { size: program.length, matches: (searched) => run(program, searched) };
}

interface Reader {
  readonly text: string;
  at: number;
}

function readChoice(reader: Reader): Part | undefined {
  const parts: Part[] = [];
  do {
    const sequence = readSequence(reader);
    if (!sequence) return undefined;
    parts.push(sequence);
  } while (take(reader, '|'));
  return { kind: 'choice', parts };
}

function readSequence(reader: Reader): Part | undefined {
  const parts: Part[] = [];
  while (reader.at < reader.text.length && !/[|)]/.test(reader.text[reader.at] ?? '')) {
    const part = readOne(reader);
    const repeated = part && readRepetitions(reader, part);
    if (!repeated) return undefined;
    parts.push(repeated);
  }
  return { kind: 'sequence', parts };
}

function readOne(reader: Reader): Part | undefined {
  const character = reader.text[reader.at++] ?? '';
  switch (character) {
    case '^':
      return { kind: 'begin' };
    case '$':
      return { kind: 'end' };
    case '.':
      return { kind: 'one', takes: () => true };
    case '[':
      return readSet(reader);
    case '(': {
      const choice = readChoice(reader);
      return take(reader, ')') ? choice : undefined;
    }
    case '\\': {
      const escaped = reader.text[reader.at++] ?? '';
      // Behind a backslash, a letter or a digit means something else on every system.
      return /^[^A-Za-z0-9]$/.test(escaped) ? literal(escaped) : undefined;
    }
    default:
      return /[*+?{]/.test(character) ? undefined : literal(character);
  }
}

function literal(character: string): Part {
  return { kind: 'one', takes: (other) => other === character };
}

function readRepetitions(reader: Reader, part: Part): Part | undefined {
  let repeated = part;
  for (let bounds = takeBounds(reader); bounds; bounds = takeBounds(reader)) {
    if (bounds.max < bounds.min || repeated.kind === 'begin') return undefined;
    repeated = { kind: 'repeated', part: repeated, ...bounds };
  }
  return repeated;
}

function takeBounds(reader: Reader): { readonly min: number; readonly max: number } | undefined {
  const endless = Number.POSITIVE_INFINITY;
  if (take(reader, '*')) return { min: 0, max: endless };
  if (take(reader, '+')) return { min: 1, max: endless };
  if (take(reader, '?')) return { min: 0, max: 1 };
  const [, low, comma, high] = takeMatch(reader, /\{(\d{1,3})(,)?(\d{1,3})?\}/y) ?? [];
  if (low === undefined) return undefined;
  const min = Number(low);
  if (comma === undefined) return { min, max: min };
  return { min, max: high === undefined ? endless : Number(high) };
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  digit: /[0-9]/,
  lower: /[a-z]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Behind the opening bracket. A bracket that comes first is one of the characters. */
function readSet(reader: Reader): Part | undefined {
  const isOthers = take(reader, '^');
  const tests: ((character: string) => boolean)[] = [];
  for (let isFirst = true; isFirst || !take(reader, ']'); isFirst = false) {
    const [, name] = takeMatch(reader, /\[:([a-z]+):\]/y) ?? [];
    const [, low = '', high = low] = (name === undefined && takeMatch(reader, /([^\\])(?:-([^\]\\]))?/y)) || [];
    const named = name === undefined ? undefined : classes[name];
    if (named) tests.push((character) => named.test(character));
    else if (low === '' || high < low) return undefined;
    else tests.push((character) => character >= low && character <= high);
  }
  return { kind: 'one', takes: (character) => tests.some((test) => test(character)) !== isOthers };
}

function take(reader: Reader, text: string): boolean {
  const isNext = reader.text.startsWith(text, reader.at);
  if (isNext) reader.at += text.length;
  return isNext;
}

function takeMatch(reader: Reader, sticky: RegExp): RegExpExecArray | undefined {
  sticky.lastIndex = reader.at;
  const match = sticky.exec(reader.text) ?? undefined;
  if (match) reader.at += match[0].length;
  return match;
}

/** Steps of the program, or more. */
function sizeOf(part: Part): number {
  switch (part.kind) {
    case 'sequence':
    case 'choice':
      return part.parts.reduce((sum, each) => sum + 2 + sizeOf(each), 0);
    case 'repeated':
      return 2 + (sizeOf(part.part) + 1) * (Number.isFinite(part.max) ? part.max : part.min + 1);
    default:
      return 1;
  }
}

function write(program: Step[], part: Part): void {
  switch (part.kind) {
    case 'sequence':
      for (const each of part.parts) write(program, each);
      return;
    case 'choice':
      writeChoice(program, part.parts);
      return;
    case 'repeated':
      for (let times = 0; times < part.min; times++) write(program, part.part);
      if (Number.isFinite(part.max)) {
        for (let times = part.min; times < part.max; times++) writeSkippable(program, part.part);
      } else writeSkippable(program, part.part, program.length);
      return;
    default:
      program.push(part);
  }
}

/** Each but the last begins with a fork to the next, and ends with a jump behind them all. */
function writeChoice(program: Step[], parts: readonly Part[]): void {
  const ends: number[] = [];
  for (const [index, each] of parts.entries()) {
    const fork = program.length;
    const isLast = index === parts.length - 1;
    if (!isLast) program.push({ kind: 'goto', to: [] });
    write(program, each);
    if (isLast) continue;
    ends.push(program.length);
    program.push({ kind: 'goto', to: [] });
    program[fork] = { kind: 'goto', to: [fork + 1, program.length] };
  }
  for (const end of ends) program[end] = { kind: 'goto', to: [program.length] };
}

/** `again`: where it goes on behind the part, besides. */
function writeSkippable(program: Step[], part: Part, again?: number): void {
  const fork = program.length;
  program.push({ kind: 'goto', to: [] });
  write(program, part);
  if (again !== undefined) program.push({ kind: 'goto', to: [again] });
  program[fork] = { kind: 'goto', to: [fork + 1, program.length] };
}

function run(program: readonly Step[], text: string): boolean {
  const seenAt = new Int32Array(program.length).fill(-1);
  let takers: readonly number[] | undefined = [];
  for (let at = 0; at <= text.length; at++) {
    // A match may begin at every character.
    const from = [0];
    for (const place of takers) {
      const step = program[place];
      if (step?.kind === 'one' && step.takes(text[at - 1] ?? '')) from.push(place + 1);
    }
    takers = follow(program, from, { at, end: text.length, seenAt });
    if (!takers) return true;
  }
  return false;
}

interface MatchState {
  readonly at: number;
  readonly end: number;
  /** By place of the program: where in the text it was last come to. */
  readonly seenAt: Int32Array;
}

/** Every place that waits for a character, by all ways from these on; undefined where the expression ends. */
function follow(program: readonly Step[], from: readonly number[], { at, end, seenAt }: MatchState) {
  const open = [...from];
  const takers: number[] = [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seenAt[place] === at) continue;
    seenAt[place] = at;
    const step = program[place];
    if (step?.kind === 'found') return undefined;
    if (step?.kind === 'one') takers.push(place);
    else if (step?.kind === 'goto') open.push(...step.to);
    else if (at === (step?.kind === 'begin' ? 0 : end)) open.push(place + 1);
  }
  return takers;
}
