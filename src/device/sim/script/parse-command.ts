// Commands of RouterOS script: blocks, menu paths in both spellings, the current menu. Written from the manual
// (scripting) and from what RouterOS's own `:parse` answered to public scripts (lsp-routeros-ts, test-data): a script
// with a syntax error is nothing, one with an unknown command runs up to it.

import type { Block, CommandNode } from './ast.ts';
import { Cursor } from './cursor.ts';
import { languageVerbs } from './language-words.ts';
import { type Command, parseAnyArguments, parseArguments } from './parse-arguments.ts';
import { parseStructured } from './parse-expression.ts';
import type { ParserScope, Vocabulary } from './parser-scope.ts';

/** Throws a Trap with line and column for what the device could not parse. A brace that closes nothing is the end. */
export function parseScript(text: string, vocabulary: Vocabulary): Block {
  const cursor = new Cursor(text);
  const declared = new Set<string>();
  const scope = { vocabulary, depth: 0, isWhere: false, menu: '/', declared, parseBlock };
  return parseBlock(cursor, scope, undefined);
}

/**
 * Commands up to the closing character, which is left. A block starts in its surroundings' menu and leaves it alone,
 * and so it is with what it declares.
 */
export function parseBlock(cursor: Cursor, outer: ParserScope, closer: ']' | '}' | undefined): Block {
  const scope = { ...outer, declared: new Set(outer.declared) };
  const commands: CommandNode[] = [];
  for (;;) {
    cursor.skipSpace();
    if (cursor.take(';')) continue;
    if (cursor.isAtEnd) {
      if (closer === ']') throw cursor.syntaxError('expected closing bracket');
      return commands;
    }
    if (cursor.peek() === (closer ?? '}')) return commands;
    commands.push(...parseCommand(cursor, scope));
    cursor.skipBlanks();
    if (!cursor.isAtEnd && !/[\n;]/.test(cursor.peek()) && cursor.peek() !== (closer ?? '}')) {
      throw cursor.syntaxError('expected end of command');
    }
  }
}

/** Names of menus and commands: numbers too, since whatever is none is only found out when it runs. */
const name = /[a-z0-9.-][a-z0-9.-]*/y;

/** None when the line only changes the current menu. */
function parseCommand(cursor: Cursor, scope: ParserScope): readonly CommandNode[] {
  const line = cursor.line();
  if (cursor.peek() === '{') return [parseBareBlock(cursor, scope, line)];
  if (/[[$(]/.test(cursor.peek())) return [parseOfValue(cursor, scope, line)];
  const prefix = cursor.match(/[:/]/y);
  let menu = prefix === undefined ? scope.menu : '/';
  let isMenu = prefix === '/';
  for (;;) {
    cursor.skipBlanks();
    const start = cursor.at;
    const atMenu = isMenu ? parseAtMenu(cursor, scope, menu, line) : undefined;
    if (atMenu) return atMenu;
    const word = cursor.match(name);
    if (word === undefined) throw cursor.syntaxError('expected command name');
    const child = childOf(scope, menu, word, isMenu);
    if (!child) return [parseUnknown(cursor, scope, { menu, verb: word, line }, start)];
    menu = child.menu;
    if (child.kind === 'command') return [parseNamed(cursor, scope, { menu, verb: child.name, line })];
    isMenu = true;
    cursor.take('/');
  }
}

/** A line that ends with a menu makes it the current one; a block behind a menu runs in it. */
function parseAtMenu(
  cursor: Cursor,
  scope: ParserScope,
  menu: string,
  line: number,
): readonly CommandNode[] | undefined {
  if (cursor.peek() === '{') return [parseBareBlock(cursor, { ...scope, menu }, line)];
  if (!cursor.isAtEnd && !/[\n;\]}]/.test(cursor.peek())) return undefined;
  scope.menu = menu;
  return [];
}

/** The menu that a word leads to, or the command and its menu; the root's commands are known everywhere. */
function childOf({ vocabulary }: ParserScope, menu: string, word: string, isBelow: boolean) {
  if (word === '..') {
    const parent = menu.slice(0, Math.max(1, menu.lastIndexOf('/')));
    return { kind: 'menu', name: word, menu: parent } as const;
  }
  const child = vocabulary.child(menu, word);
  if (child?.kind === 'menu') return { ...child, menu: menu === '/' ? `/${child.name}` : `${menu}/${child.name}` };
  if (child) return { ...child, menu };
  const other = isBelow || menu === '/' ? undefined : vocabulary.child('/', word);
  return other?.kind === 'command' ? { ...other, menu: '/' } : undefined;
}

function parseNamed(cursor: Cursor, scope: ParserScope, command: Command): CommandNode {
  const isLanguage = command.menu === '/' && languageVerbs.has(command.verb);
  return parseArguments(cursor, scope, isLanguage ? { ...command, menu: ':' } : command);
}

/** What stands inside belongs to no menu. */
function parseUnknown(cursor: Cursor, scope: ParserScope, command: Command, start: number): CommandNode {
  const args = parseAnyArguments(cursor, { ...scope, menu: '/' });
  return { kind: 'command', ...command, args, unknown: `bad command name ${command.verb} ${cursor.place(start)}` };
}

/** `[find …]` or `$function …`: its value is the command's. */
function parseOfValue(cursor: Cursor, scope: ParserScope, line: number): CommandNode {
  const value = parseStructured(cursor, scope);
  const args = parseAnyArguments(cursor, scope);
  return { kind: 'command', menu: ':', verb: 'value', args: [...(value ? [{ value }] : []), ...args], line };
}

function parseBareBlock(cursor: Cursor, scope: ParserScope, line: number): CommandNode {
  cursor.expect('{');
  const body = parseBlock(cursor, scope, '}');
  if (!cursor.take('}')) throw cursor.syntaxError('missing closing brace');
  return { kind: 'command', menu: ':', verb: 'do', args: [{ value: { kind: 'block', body } }], line };
}
