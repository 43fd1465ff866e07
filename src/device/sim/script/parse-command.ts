// Commands of RouterOS script: blocks, menu paths in both spellings, the current menu. Written from the manual
// (scripting) and from what RouterOS's own `:parse` answered to public scripts (lsp-routeros-ts, test-data): a script
// with a syntax error is nothing, one with an unknown command runs up to it.

import type { Block, CommandNode } from './ast.ts';
import { Cursor } from './cursor.ts';
import { languageVerbs } from './language-words.ts';
import { parseAnyArguments, parseArguments } from './parse-arguments.ts';
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
  // `[find …]` or `$function …`: its value is the command's.
  if (/[[$(]/.test(cursor.peek())) {
    const value = parseStructured(cursor, scope);
    const args = parseAnyArguments(cursor, scope);
    return [{ kind: 'command', menu: ':', verb: 'value', args: [...(value ? [{ value }] : []), ...args], line }];
  }
  const prefix = cursor.match(/[:/]/y);
  let menu = prefix === undefined ? scope.menu : '/';
  let isMenu = prefix === '/';
  for (;;) {
    cursor.skipBlanks();
    const start = cursor.at;
    if (isMenu && (cursor.isAtEnd || /[\n;\]}]/.test(cursor.peek()))) {
      scope.menu = menu;
      return [];
    }
    if (isMenu && cursor.peek() === '{') {
      return [parseBareBlock(cursor, { ...scope, menu }, line)];
    }
    const word = cursor.match(name);
    if (word === undefined) throw cursor.syntaxError('expected command name');
    if (word === '..') menu = menu.slice(0, Math.max(1, menu.lastIndexOf('/'))) || '/';
    else {
      const child = childOf(scope, menu, word, isMenu);
      if (!child) {
        // What stands inside belongs to no menu.
        const args = parseAnyArguments(cursor, { ...scope, menu: '/' });
        const unknown = `bad command name ${word} ${cursor.place(start)}`;
        return [{ kind: 'command', menu, verb: word, args, line, unknown }];
      }
      if (child.kind === 'command') return [parseNamed(cursor, scope, child.menu, child.name, line)];
      menu = menu === '/' ? `/${child.name}` : `${menu}/${child.name}`;
    }
    isMenu = true;
    cursor.take('/');
  }
}

/** Below the menu; the root's commands are known everywhere. */
function childOf({ vocabulary }: ParserScope, menu: string, word: string, isBelow: boolean) {
  const child = vocabulary.child(menu, word);
  if (child) return { ...child, menu };
  const other = isBelow || menu === '/' ? undefined : vocabulary.child('/', word);
  return other?.kind === 'command' ? { ...other, menu: '/' } : undefined;
}

function parseNamed(cursor: Cursor, scope: ParserScope, menu: string, verb: string, line: number): CommandNode {
  const isLanguage = menu === '/' && languageVerbs.has(verb);
  return parseArguments(cursor, scope, { menu: isLanguage ? ':' : menu, verb, line });
}

function parseBareBlock(cursor: Cursor, scope: ParserScope, line: number): CommandNode {
  cursor.expect('{');
  const body = parseBlock(cursor, scope, '}');
  if (!cursor.take('}')) throw cursor.syntaxError('missing closing brace');
  return { kind: 'command', menu: ':', verb: 'do', args: [{ value: { kind: 'block', body } }], line };
}
