// RouterOS script text → statements. Reads whatever `/export` prints in RouterOS 6 and 7, and hand-written scripts as
// far as they are commands; a line that cannot be read is one diagnostic, and reading goes on after it.

import type { Staged } from '../diagnostics/diagnostic.ts';
import type { MenuPath } from '../model/config.ts';
import type { SourceFile, TextRange } from '../source/location.ts';
import { exportStart, readHeader } from './header.ts';
import { type Broken, Lexer, type Read } from './lexer.ts';
import { readName } from './names.ts';
import { readPath } from './path.ts';
import { notScript, ProblemLog, reasons } from './problem-log.ts';
import type { Argument, Command, Script, Selector, Statement, Word } from './script.ts';
import { isScriptName } from './script.ts';
import { readSelector } from './selector.ts';

/** Verbs after which a bare word names the item that is meant. */
const selecting = new Set(['set', 'remove', 'move', 'enable', 'disable', 'unset', 'comment', 'reset']);

interface Parser {
  readonly lexer: Lexer;
  readonly problems: ProblemLog;
  readonly lost: ParseVisitor['lost'];
  /** The current menu. */
  menu: MenuPath | '';
  /** The braces that are open here, outermost first. */
  readonly blocks: Block[];
}

interface Block {
  /** The menu after the closing brace. */
  readonly menu: MenuPath | '';
  /** `:do { … }`: its commands run as if they stood alone. */
  readonly isDo: boolean;
}

/** Opens a block whose commands run in any case; what follows its end handles errors. */
const doBlock = /:do[ \t]*\{|:onerror[ \t]+\w+[ \t]+in=[ \t]*\{/y;

/** Who looks on while a file is read for the first time. */
export interface ParseVisitor {
  readonly statement: (statement: Statement) => void;
  /** Text in this menu that could not be read and is left out. */
  readonly lost: (menu: MenuPath | '', at: TextRange) => void;
}

/** The script is partial when there are errors. A file that is no RouterOS script gives one error and no statements. */
export function parseRsc(file: SourceFile, visitor?: ParseVisitor): Staged<Script> {
  const refused = notScript(file);
  if (refused) return { value: { file, header: {}, statements: [], size: 0 }, diagnostics: [refused] };
  const problems = new ProblemLog(file);
  let size = 0;
  for (const statement of readStatements(file, problems, visitor?.lost)) {
    size++;
    visitor?.statement(statement);
  }
  return { value: scriptOf(file, size), diagnostics: problems.diagnostics() };
}

/** The script of a text that was read before and has `size` statements. */
export function scriptOf(file: SourceFile, size: number): Script {
  const statements = { [Symbol.iterator]: () => readStatements(file, new ProblemLog(file)) };
  return { file, header: readHeader(file.text), statements, size };
}

/** From there to the end of the text; undefined when these are no commands alone. */
export function commandsIn(file: SourceFile, start: number): readonly Command[] | undefined {
  const problems = new ProblemLog(file);
  const all = [...readStatements(file, problems, undefined, start)];
  const commands = all.filter((each) => each.kind === 'command');
  return commands.length === all.length && problems.diagnostics().length === 0 ? commands : undefined;
}

function* readStatements(
  file: SourceFile,
  problems: ProblemLog,
  lost: ParseVisitor['lost'] = () => undefined,
  start = exportStart(file.text),
): Generator<Statement, void> {
  const lexer = new Lexer(file.text, start);
  const parser: Parser = { lexer, problems, lost, menu: '', blocks: [] };
  for (;;) {
    lexer.skipToStatement();
    if (lexer.isAtEnd) break;
    const statement = readStatement(parser);
    if (statement) yield statement;
  }
  if (parser.blocks.length > 0) problems.truncated(file.text.length);
  const open = parser.blocks.length === 0 ? openEnd(file.text) : undefined;
  if (open !== undefined) problems.truncated(open);
}

/** Where the last line starts that says that it goes on, with nothing after it; in a comment that means nothing. */
function openEnd(text: string): number | undefined {
  const end = trimmedEnd(text, 0, text.length);
  if (text.charAt(end - 1) !== '\\') return undefined;
  const start = text.lastIndexOf('\n', end - 1) + 1;
  return text.charAt(start) === '#' ? undefined : start;
}

/** Undefined for comments, changes of the menu, and what cannot be read. */
function readStatement(parser: Parser): Statement | undefined {
  const { lexer, problems, blocks } = parser;
  const start = lexer.at;
  switch (lexer.text.charAt(start)) {
    case '#':
      lexer.skipLine();
      problems.comment({ start, end: lexer.at });
      return undefined;
    case ':':
      doBlock.lastIndex = start;
      if (!doBlock.test(lexer.text)) return readCode(parser, start);
      blocks.push({ menu: parser.menu, isDo: true });
      lexer.at = doBlock.lastIndex;
      return undefined;
    case '{':
    case '(':
    case '[':
    case '$':
      return readCode(parser, start);
    case '}':
      return closeBlock(parser, start);
    default:
      return readCommandLine(parser, start);
  }
}

function closeBlock(parser: Parser, start: number): Statement | undefined {
  const { lexer, problems, blocks } = parser;
  lexer.at++;
  const block = blocks.pop();
  if (!block) {
    problems.syntax({ start, end: lexer.at }, 'this brace closes nothing');
    return undefined;
  }
  parser.menu = block.menu;
  lexer.skipBlanks();
  // `on-error={ … }`, `while=( … )`
  return block.isDo && !lexer.isAtStatementEnd && lexer.text.charAt(lexer.at) !== '}'
    ? readCode(parser, lexer.at)
    : undefined;
}

/** Script code runs to the end of its line; brackets and strings inside may hold further lines. */
function readCode(parser: Parser, start: number): Statement {
  const { lexer, problems } = parser;
  for (lexer.skipBlanks(); !lexer.isAtStatementEnd; lexer.skipBlanks()) {
    const before = lexer.at;
    const broken = lexer.skipCode();
    if (!broken) continue;
    problems.broken(broken, { start: before, end: lexer.at });
    // A menu that was named in there is lost, and what follows does not belong to the one before it.
    if (namesMenu(lexer.text.slice(before, lexer.at))) parser.menu = '';
    break;
  }
  return { kind: 'code', start, end: lexer.at };
}

/** A path, a verb and its arguments; each of them may be missing. */
function readCommandLine(parser: Parser, start: number): Statement | undefined {
  const { lexer, blocks } = parser;
  const path = readPath(lexer, parser.menu);
  if (!path) return skipBroken(parser, start, reasons.wordless);
  const { menu, verb, verbAt } = path;
  if (verb === '') {
    if (lexer.text.charAt(lexer.at) === '{') {
      blocks.push({ menu: parser.menu, isDo: false });
      lexer.at++;
      parser.menu = menu;
    } else if (path.isAbsolute) parser.menu = menu;
    else return skipBroken(parser, start, 'there is no such command');
    return undefined;
  }
  // `/import file-name=…`, `/export`: commands of the root, which may do anything.
  if ((menu === '' && path.isAbsolute) || path.isAction) return readCode(parser, start);
  if (menu === '') return skipBroken(parser, start, reasons.menuless);
  const parts = readArguments(parser, verb);
  const end = trimmedEnd(lexer.text, start, lexer.at);
  if (parts) return { kind: 'command', menu, verb, verbAt, start, end, ...parts };
  lexer.skipLine();
  parser.lost(menu, { start, end: lexer.at });
  return undefined;
}

type Parts = Pick<Command, 'selector' | 'positional' | 'arguments'>;

/** Undefined where something is broken, which is reported. */
function readArguments(parser: Parser, verb: string): Parts | undefined {
  const { lexer, problems, blocks } = parser;
  const args: Argument[] = [];
  const positional: Word[] = [];
  let selector: Selector | undefined;
  const closers = blocks.length > 0 ? '}' : '';
  for (;;) {
    lexer.skipBlanks();
    const start = lexer.at;
    const character = lexer.text.charAt(start);
    if (lexer.isAtStatementEnd || (closers !== '' && character === '}'))
      return arrange(verb, selector, positional, args);
    let broken: Broken | undefined;
    if (character === '[' && selecting.has(verb)) ({ selector, broken } = readSelector(lexer));
    else broken = readWord(lexer, closers, args, positional);
    if (!broken) continue;
    problems.broken(broken, { start, end: lexer.at });
    return undefined;
  }
}

function arrange(verb: string, selector: Selector | undefined, positional: Word[], args: Argument[]): Parts {
  const [first] = positional;
  if (selector) return { selector, positional, arguments: args };
  if (!first || !selecting.has(verb)) return { positional, arguments: args };
  if (first.computed) {
    return { selector: { kind: 'computed', start: first.start, end: first.end }, positional: [], arguments: args };
  }
  // `move 3 0`, `set 0 blackhole`: the first word names the item, the others are the command's own.
  return {
    selector: { kind: 'words', words: [first], start: first.start, end: first.end },
    positional: positional.slice(1),
    arguments: args,
  };
}

/** Adds what stands here to one of the lists. */
function readWord(lexer: Lexer, closers: string, args: Argument[], positional: Word[]): Broken | undefined {
  const start = lexer.at;
  const argument = readArgument(lexer, args.at(-1)?.name, closers);
  if (argument) {
    args.push(argument);
    return argument.value?.broken;
  }
  const word = lexer.readValue(closers);
  if (lexer.at === start) lexer.at++;
  positional.push(word);
  return word.broken;
}

interface ReadArgument extends Argument {
  readonly value?: Read;
}

/** `name=value` or `!name`; undefined, and nothing is read, when it is neither. */
function readArgument(lexer: Lexer, previous: string | undefined, closers: string): ReadArgument | undefined {
  const nameStart = lexer.at;
  const name = readName(lexer, previous);
  if (name === undefined) return undefined;
  const nameEnd = lexer.at;
  if (lexer.text.charAt(nameStart) === '!') return { name, nameStart, nameEnd };
  lexer.at++;
  if (lexer.isAtEnd) {
    return { name, nameStart, nameEnd, value: { text: '', start: lexer.at, end: lexer.at, broken: 'file-end' } };
  }
  return { name, nameStart, nameEnd, value: lexer.readValue(closers, isScriptName(name)) };
}

function skipBroken(parser: Parser, start: number, reason: string): undefined {
  const { lexer, problems } = parser;
  lexer.skipLine();
  // What follows an unreadable menu does not belong to the menu before it.
  if (namesMenu(lexer.text.slice(start, lexer.at))) parser.menu = '';
  parser.lost(parser.menu, { start, end: lexer.at });
  problems.syntax({ start, end: trimmedEnd(lexer.text, start, lexer.at) }, reason);
  return undefined;
}

/** True when there is a path in the text, such as `/interface`, and not only a `/24`. */
function namesMenu(text: string): boolean {
  return /(?:^|[^\w.])\/[a-z]/.test(text);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}
