// Commands of RouterOS script: menu paths in both spellings, the current menu, arguments, `find` conditions.

import type { Argument, Block, CommandNode, Expression } from './ast.ts';
import { Cursor } from './cursor.ts';
import { parseExpression, parseValue } from './parse-expression.ts';
import type { ParserScope, Vocabulary } from './parser-scope.ts';

/** Throws a Trap with line and column for what the device could not parse. */
export function parseScript(text: string, vocabulary: Vocabulary): Block {
  const cursor = new Cursor(text);
  const block = parseBlock(cursor, { vocabulary, depth: 0, isWhere: false, menu: '/', parseBlock }, undefined);
  if (!cursor.isAtEnd) throw cursor.syntaxError();
  return block;
}

/**
 * Commands up to the closing character, which is left. A block starts in its surroundings' menu and leaves it alone.
 */
export function parseBlock(cursor: Cursor, outer: ParserScope, closer: ']' | '}' | undefined): Block {
  const scope = { ...outer };
  const commands: CommandNode[] = [];
  for (;;) {
    cursor.skipSpace();
    if (cursor.take(';')) continue;
    if (cursor.isAtEnd) {
      if (closer) throw cursor.syntaxError(`expected closing ${closer === ']' ? 'bracket' : 'brace'}`);
      return commands;
    }
    if (closer && cursor.peek() === closer) return commands;
    commands.push(...parseCommand(cursor, scope));
    cursor.skipBlanks();
    if (!cursor.isAtEnd && !/[\n;]/.test(cursor.peek()) && cursor.peek() !== closer) {
      throw cursor.syntaxError('expected end of command');
    }
  }
}

/** None when the line only changes the current menu. */
function parseCommand(cursor: Cursor, scope: ParserScope): readonly CommandNode[] {
  const start = cursor.at;
  const line = cursor.line();
  if (cursor.peek() === '{') return [parseBareBlock(cursor, scope, line)];
  // `[find …]` or `$function` alone: its value is the command's.
  if (/[[$("]/.test(cursor.peek())) {
    return [{ kind: 'command', menu: ':', verb: 'value', args: [{ value: parseValue(cursor, scope) }], line }];
  }
  if (cursor.take(':')) return [parseLanguage(cursor, scope, line, start)];
  const { menu, verb } = parsePath(cursor, scope);
  if (verb === undefined) {
    scope.menu = menu;
    return [];
  }
  if (!scope.vocabulary.hasVerb(menu, verb)) throw cursor.syntaxError(`bad command name ${verb}`, start);
  // `[find …]` among the arguments belongs to the command's own menu.
  return [parseArguments(cursor, { ...scope, menu }, menu, verb, line)];
}

function parseBareBlock(cursor: Cursor, scope: ParserScope, line: number): CommandNode {
  cursor.expect('{');
  const body = parseBlock(cursor, scope, '}');
  cursor.expect('}');
  return { kind: 'command', menu: ':', verb: 'do', args: [{ value: { kind: 'block', body } }], line };
}

/** Menu words in either spelling, then the verb; a verb that is missing means a change of menu. */
function parsePath(cursor: Cursor, scope: ParserScope): { menu: string; verb?: string } {
  let menu = scope.menu;
  if (cursor.take('/')) menu = '/';
  for (;;) {
    cursor.skipBlanks();
    const before = cursor.at;
    const word = cursor.match(/\.\.|[A-Za-z0-9][\w-]*/y);
    if (word === undefined) return { menu };
    if (word === '..') menu = menu.slice(0, Math.max(1, menu.lastIndexOf('/'))) || '/';
    else {
      const deeper = menu === '/' ? `/${word}` : `${menu}/${word}`;
      if (cursor.peek() === '=' || !scope.vocabulary.isPath(deeper)) {
        cursor.at = before;
        const verb = cursor.match(/[A-Za-z0-9][\w-]*/y);
        return verb === undefined ? { menu } : { menu, verb };
      }
      menu = deeper;
    }
    cursor.take('/');
  }
}

const languageVerbs: ReadonlySet<string> = new Set([
  'if',
  'do',
  'foreach',
  'for',
  'while',
  'onerror',
  'local',
  'global',
  'set',
  'put',
  'error',
  'delay',
  'len',
  'log',
  'return',
  'tostr',
  'tonum',
  'toarray',
  'tobool',
  'typeof',
  'pick',
  'find',
  'execute',
  'nothing',
  'time',
  'parse',
  'environment',
]);

function parseLanguage(cursor: Cursor, scope: ParserScope, line: number, start: number): CommandNode {
  const verb = cursor.match(/[a-z][a-z0-9-]*/y) ?? '';
  if (verb === 'log') {
    cursor.skipBlanks();
    return parseArguments(cursor, scope, '/log', cursor.match(/[a-z]+/y) ?? '', line);
  }
  if (!languageVerbs.has(verb)) throw cursor.syntaxError(`bad command name ${verb}`, start);
  return parseArguments(cursor, scope, ':', verb, line);
}

/** Arguments whose braces hold commands rather than an array. */
function holdsCommands(menu: string, verb: string, name: string | undefined): boolean {
  if (menu !== ':') return false;
  if (name === undefined) return verb === 'do';
  return name === 'do' || name === 'else' || name === 'on-error' || (verb === 'onerror' && name === 'in');
}

function parseArguments(cursor: Cursor, scope: ParserScope, menu: string, verb: string, line: number): CommandNode {
  const args: Argument[] = [];
  let where: Expression | undefined;
  for (;;) {
    cursor.skipBlanks();
    if (cursor.isAtEnd || /[\n;\]})]/.test(cursor.peek())) break;
    const isCondition = verb === 'find' && menu !== ':' && !startsWithValue(cursor);
    if (isCondition || cursor.match(/where(?=\s)/y) !== undefined) {
      cursor.match(/where(?=\s)/y);
      where = parseConditions(cursor, { ...scope, isWhere: true });
      break;
    }
    args.push(parseArgument(cursor, scope, { menu, verb, previous: args.at(-1)?.name }));
  }
  return { kind: 'command', menu, verb, args, ...(where && { where }), line };
}

function startsWithValue(cursor: Cursor): boolean {
  return /["$[{]/.test(cursor.peek());
}

interface Surroundings {
  readonly menu: string;
  readonly verb: string;
  /** Name of the argument before this one. */
  readonly previous: string | undefined;
}

/** A name that begins with a dot continues the group of the one before: `remote.address=… .as=…`. */
function wholeName(name: string, previous: string | undefined): string {
  const end = previous?.lastIndexOf('.') ?? 0;
  return name.startsWith('.') && end > 0 ? `${previous?.slice(0, end)}${name}` : name;
}

function parseArgument(cursor: Cursor, scope: ParserScope, { menu, verb, previous }: Surroundings): Argument {
  const start = cursor.at;
  const cleared = cursor.match(/!(?=[a-z][\w.-]*(?:\s|$))/y) !== undefined;
  const written = cursor.match(/\.?[A-Za-z][\w.-]*(?==)/y);
  if (written === undefined) {
    if (cleared) {
      const property = cursor.match(/[a-z][\w.-]*/y) ?? '';
      checkArgument(cursor, scope, menu, verb, property, start);
      return { name: property, cleared: true };
    }
    const value = parseArgumentValue(cursor, scope, holdsCommands(menu, verb, undefined));
    return { value: menu === ':' ? withNumber(value) : value };
  }
  const name = wholeName(written, previous);
  checkArgument(cursor, scope, menu, verb, name, start);
  cursor.expect('=');
  cursor.skipBlanks();
  // A blank after `=` means an empty value, unless the line goes on with a continuation.
  if (/[\s;]/.test(cursor.text[cursor.at - 1] ?? '') && !isContinued(cursor))
    return { name, value: { kind: 'literal', value: '' } };
  return { name, value: parseArgumentValue(cursor, scope, holdsCommands(menu, verb, name)) };
}

/** The language's own commands take digits for a number; names and addresses on menus stay text. */
function withNumber(value: Expression): Expression {
  const isNumber = value.kind === 'literal' && /^(0|[1-9]\d{0,14})$/.test(String(value.value));
  return isNumber ? { kind: 'literal', value: Number(value.value) } : value;
}

/** Whether the blanks just skipped held a line continuation. */
function isContinued(cursor: Cursor): boolean {
  return /\\\n[ \t]*$/.test(cursor.text.slice(Math.max(0, cursor.at - 200), cursor.at));
}

function checkArgument(
  cursor: Cursor,
  scope: ParserScope,
  menu: string,
  verb: string,
  name: string,
  start: number,
): void {
  if (menu === ':' || scope.vocabulary.hasArgument(menu, verb, name)) return;
  throw cursor.syntaxError('expected end of command', start);
}

function parseArgumentValue(cursor: Cursor, scope: ParserScope, isCommands: boolean): Expression {
  if (!isCommands || cursor.peek() !== '{') return parseValue(cursor, scope);
  cursor.expect('{');
  const body = parseBlock(cursor, scope, '}');
  cursor.expect('}');
  return { kind: 'block', body };
}

/** Conditions side by side are joined by `and`. */
function parseConditions(cursor: Cursor, scope: ParserScope): Expression {
  let all = parseExpression(cursor, scope);
  for (;;) {
    cursor.skipBlanks();
    if (cursor.isAtEnd || /[\n;\])}]/.test(cursor.peek())) return all;
    all = { kind: 'binary', operator: '&&', left: all, right: parseExpression(cursor, scope) };
  }
}
