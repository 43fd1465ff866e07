// Arguments of commands: named, unnamed, cleared, flags; and what `find` and `where` are given.

import type { Argument, CommandNode, Expression } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { languageWords } from './language-words.ts';
import { parseConditions, parseValue } from './parse-expression.ts';
import type { CommandWords, ParserScope } from './parser-scope.ts';

export type Command = Pick<CommandNode, 'menu' | 'verb' | 'line'>;

/** Named by itself or by its place. */
type NamedArgument = Pick<Argument, 'value'> & { readonly name: string | undefined };

const end = /[\n;\]})]/;
const whereWord = /where(?![\w.=-])/y;

export function parseArguments(cursor: Cursor, outer: ParserScope, command: Command): CommandNode {
  const isLanguage = command.menu === ':';
  const words = wordsOf(outer, command);
  // `[find …]` among the arguments belongs to the command's own menu.
  let scope = isLanguage ? outer : { ...outer, menu: command.menu };
  const args: Argument[] = [];
  let unknown: string | undefined;
  let slots = words.slots;
  if (/[^\s;\]})\\[("${]/.test(cursor.peek())) throw cursor.syntaxError('expected end of command');
  for (;;) {
    cursor.skipBlanks();
    if (isAtEnd(cursor)) break;
    if (takesCondition(cursor, command)) {
      const where = parseConditions(cursor, { ...scope, isWhere: true });
      return { kind: 'command', ...command, args, where };
    }
    const start = cursor.at;
    const place = { ...command, words, previous: args.at(-1)?.name, slot: slots[0] };
    if (isUnknown(cursor, scope, place)) {
      const message = skipParameter(cursor, scope);
      unknown ??= message;
      expectGap(cursor, 'expected end of command');
      continue;
    }
    const argument = parseArgument(cursor, scope, place);
    args.push(argument);
    const name = argument.name ?? place.slot;
    slots = slots.filter((each) => each !== name);
    if (isLanguage) scope = withVariables(cursor, scope, command.verb, { ...argument, name }, start);
    expectGap(cursor, 'expected end of command');
  }
  if (isLanguage) declare(outer, command.verb, args);
  return { kind: 'command', ...command, args, ...(unknown !== undefined && { unknown }) };
}

function wordsOf({ vocabulary }: ParserScope, { menu, verb }: Command): CommandWords {
  return (menu === ':' && languageWords.get(verb)) || vocabulary.words(menu, verb);
}

function isAtEnd(cursor: Cursor): boolean {
  return cursor.isAtEnd || end.test(cursor.peek());
}

/** `find` takes a condition with or without `where`, which is consumed. */
function takesCondition(cursor: Cursor, { menu, verb }: Command): boolean {
  return menu !== ':' && (cursor.match(whereWord) !== undefined || verb === 'find');
}

/** Whether a word that names no argument stands where no value may, on a RouterOS that finds out when it runs. */
function isUnknown(cursor: Cursor, scope: ParserScope, { words, previous, slot }: Surroundings): boolean {
  if (!scope.vocabulary.looksUpLate || slot !== undefined) return false;
  const word = cursor.lookAhead(/!?[\w.-]+/y);
  return word !== undefined && !word.startsWith('!') && nameIn(words, wholeName(word, previous)) === undefined;
}

/** RouterOS 7.23rc1 writes `bad parameter …` into its parsed form, with the place behind the name. */
function skipParameter(cursor: Cursor, scope: ParserScope): string {
  const name = cursor.match(/[\w./-]+/y) ?? '';
  const message = `bad parameter ${name} ${cursor.place()}`;
  if (cursor.take('=')) parseNamedValue(cursor, scope, 'values');
  return message;
}

function expectGap(cursor: Cursor, message?: string): void {
  if (!cursor.isAtEnd && !/[\s;\]})\\]/.test(cursor.peek())) throw cursor.syntaxError(message);
}

/** Undeclared variables are refused, and the argument's own are known to those that follow. */
function withVariables(
  cursor: Cursor,
  scope: ParserScope,
  verb: string,
  argument: NamedArgument,
  start: number,
): ParserScope {
  if (argument.name === 'name') checkVariable(cursor, scope, verb, argument, start);
  return argument.name === 'counter' || argument.name === 'error' ? withCounters(scope, verb, argument) : scope;
}

/** RouterOS refuses `:set` of what nobody declared while it parses. */
function checkVariable(
  cursor: Cursor,
  { declared }: ParserScope,
  verb: string,
  { value }: NamedArgument,
  start: number,
): void {
  const variable = variableName(value);
  const isUndeclared = verb === 'set' && variable !== undefined && !declared.has(variable);
  if (isUndeclared || (value?.kind === 'variable' && verb !== 'set')) throw cursor.syntaxError('syntax error', start);
}

function variableName(value: Expression | undefined): string | undefined {
  if (value?.kind === 'literal') return String(value.value);
  const [only] = value?.kind === 'string' ? value.parts : [];
  return typeof only === 'string' ? only : undefined;
}

function declare({ declared }: ParserScope, verb: string, args: readonly Argument[]): void {
  if (verb !== 'local' && verb !== 'global') return;
  const named = args.find(({ name }) => name === 'name') ?? args.find(({ name }) => name === undefined);
  const variable = variableName(named?.value);
  if (variable !== undefined) declared.add(variable);
}

/** The variables of `:for`, `:foreach` and `:onerror` are known to the arguments that follow. */
function withCounters(scope: ParserScope, verb: string, { value }: NamedArgument): ParserScope {
  if (verb !== 'for' && verb !== 'foreach' && verb !== 'onerror') return scope;
  const names = variableName(value)?.split(',') ?? [];
  return { ...scope, declared: new Set([...scope.declared, ...names]) };
}

interface Surroundings extends Command {
  readonly words: CommandWords;
  /** Name of the argument before this one. */
  readonly previous: string | undefined;
  /** What a value without a name is here; undefined = none may stand here. */
  readonly slot: string | undefined;
}

function parseArgument(cursor: Cursor, scope: ParserScope, place: Surroundings): Argument {
  const start = cursor.at;
  if (cursor.match(/!(?=[a-z][\w.-]*(?:\s|$))/y) !== undefined) return parseCleared(cursor, place, start);
  const written = cursor.lookAhead(/\.?[A-Za-z][\w.-]*(?==)/y);
  const name = written === undefined ? undefined : nameIn(place.words, wholeName(written, place.previous));
  if (written !== undefined && name !== undefined) {
    cursor.at += written.length + 1;
    return { name, value: parseNamedValue(cursor, scope, holds(place, name)) };
  }
  // `else {…}`, `in $list`: the language's own names do without the `=`.
  const spaced = place.menu === ':' ? cursor.match(/(?:do|else|in|from|to|step|on-error|while)(?=[ \t])/y) : undefined;
  if (spaced !== undefined && place.words.names?.has(spaced)) {
    cursor.skipBlanks();
    return { name: spaced, value: parseHeld(cursor, scope, holds(place, spaced)) };
  }
  const flag = cursor.lookAhead(/[a-z][\w.-]*(?=[\s;\]})]|$)/y);
  if (flag !== undefined && isFlag(place, flag)) {
    cursor.at += flag.length;
    return { name: flag, value: { kind: 'literal', value: '' } };
  }
  if (place.slot === undefined) throw cursor.syntaxError('expected end of command', start);
  const value = parseHeld(cursor, scope, holds(place, place.slot));
  if (cursor.at === start) throw cursor.syntaxError(undefined, start);
  return { value: place.menu === ':' ? withNumber(value) : value };
}

function parseCleared(cursor: Cursor, { words, previous }: Surroundings, start: number): Argument {
  const name = nameIn(words, wholeName(cursor.match(/[a-z][\w.-]*/y) ?? '', previous));
  if (name === undefined || words.unset?.has(name) === false)
    throw cursor.syntaxError('expected end of command', start);
  return { name, cleared: true };
}

/** Of a command whose names nobody knows, a word more is a flag. */
function isFlag({ menu, words, slot }: Surroundings, word: string): boolean {
  if (!words.names) return slot === undefined;
  return (menu !== ':' || languageFlags.has(word)) && words.names.has(word);
}

const languageFlags: ReadonlySet<string> = new Set(['as-string', 'as-array', 'use-tz']);

/** A name that begins with a dot continues the group of the one before: `remote.address=… .as=…`. */
function wholeName(name: string, previous: string | undefined): string {
  const end = previous?.lastIndexOf('.') ?? 0;
  return name.startsWith('.') && end > 0 ? `${previous?.slice(0, end)}${name}` : name;
}

/** In full: the name itself or the only one that begins like it. */
export function nameIn({ names }: CommandWords, word: string): string | undefined {
  if (!names || names.has(word)) return word;
  const longer = [...names].filter((name) => name.startsWith(word));
  return longer.length === 1 ? longer[0] : undefined;
}

/** The language's own commands take digits for a number; names and addresses on menus stay text. */
function withNumber(value: Expression): Expression {
  const isNumber = value.kind === 'literal' && /^(0|[1-9]\d{0,14})$/.test(String(value.value));
  return isNumber ? { kind: 'literal', value: Number(value.value) } : value;
}

/**
 * Blanks may follow the `=`. Nothing at the end of the line is an empty value; before the next argument it is an error
 * (measured: tik4net, findings-cli 13.1).
 */
function parseNamedValue(cursor: Cursor, scope: ParserScope, held: Held): Expression {
  const start = cursor.at;
  cursor.skipBlanks();
  if (isAtEnd(cursor)) return { kind: 'literal', value: '' };
  if (cursor.at > start && cursor.lookAhead(/[A-Za-z.][\w.-]*=/y) !== undefined) {
    throw cursor.syntaxError('expected end of command');
  }
  const from = cursor.at;
  const value = parseHeld(cursor, scope, held);
  if (cursor.peek() === '=') throw cursor.syntaxError('syntax error', from);
  return value;
}

/** What braces of an argument hold: values, commands that run in place, or a script that is stored as text. */
type Held = 'values' | 'commands' | 'script';

const scriptNames: ReadonlySet<string> = new Set(
  'source on-event script on-error on-up on-down on-login on-logout lease-script up-script down-script test-script do'.split(
    ' ',
  ),
);

function holds({ menu, verb }: Command, name: string): Held {
  if (menu !== ':') return scriptNames.has(name) ? 'script' : 'values';
  if (verb === 'execute') return name === 'script' ? 'script' : 'values';
  const isBody = ['do', 'else', 'on-error', 'command'].includes(name) || (verb === 'onerror' && name === 'in');
  return isBody ? 'commands' : 'values';
}

function parseHeld(cursor: Cursor, scope: ParserScope, held: Held): Expression {
  if (held === 'values' || cursor.peek() !== '{') return parseValue(cursor, scope);
  cursor.expect('{');
  const start = cursor.at;
  const body = scope.parseBlock(cursor, scope, '}');
  const text = cursor.text.slice(start, cursor.at);
  if (!cursor.take('}')) throw cursor.syntaxError('expected closing brace');
  return held === 'script' ? { kind: 'literal', value: text } : { kind: 'block', body };
}

/** Arguments of what is no known command: words, values and `name=value`; anything else is an error at its place. */
export function parseAnyArguments(cursor: Cursor, scope: ParserScope): Argument[] {
  const args: Argument[] = [];
  for (;;) {
    expectGap(cursor);
    cursor.skipBlanks();
    if (cursor.isAtEnd || end.test(cursor.peek())) return args;
    const start = cursor.at;
    const name = cursor.match(/\.?[A-Za-z][\w.-]*(?==)/y);
    if (name === undefined) {
      const value = parseValue(cursor, scope);
      if (cursor.at === start) throw cursor.syntaxError();
      args.push({ value });
      continue;
    }
    checkQuoted(cursor);
    cursor.expect('=');
    args.push({ name, value: parseNamedValue(cursor, scope, 'values') });
  }
}

/**
 * Quotes with a substitution or an escape are refused here: behind the first variable where the text opens with one,
 * else at the `=`. Why is not known; all public scripts with such an argument agree.
 */
function checkQuoted(cursor: Cursor): void {
  const quoted = cursor.lookAhead(/="(?:[^"\\$]|\\[\s\S]|\$)*"?/y) ?? '';
  const variable = /^="\$[A-Za-z0-9]+(?!")/.exec(quoted)?.[0];
  if (variable !== undefined) throw cursor.syntaxError(undefined, cursor.at + variable.length);
  if (/[\\$]/.test(quoted) && !/^="\$[A-Za-z0-9]+"$/.test(quoted)) throw cursor.syntaxError();
}
