// The path at the start of a command: the menu that it leads to from the current one, and the verb that ends it.

import type { MenuPath } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import type { TextRange } from '../source/location.ts';
import { wordSet } from '../source/word-set.ts';
import type { Lexer } from './lexer.ts';

/** Verbs that change the configuration. */
const editing = new Set(['add', 'set', 'remove', 'move', 'enable', 'disable', 'unset']);
/** Verbs that a path can end in; anything else that is no `name=value` is a part of the path. */
const verbs = new Set([
  ...editing,
  ...['print', 'export', 'find', 'get', 'comment', 'edit', 'monitor', 'reset', 'import', 'run', 'reset-counters'],
  // What else menus with tables can do; nothing of it is evaluated. Source: command tree of 7.22.3.
  ...wordSet(`
    activate add-acme add-scep blink cable-test cancel check check-for-updates check-installation clear copy
    create-certificate-request download eject export-certificate flush force-update format install kill-connections
    make-static provision reboot release reload renew reset-alert reset-configuration reset-counters-all reset-html
    reset-mac-address scan send sign shutdown torch unschedule uninstall upgrade upload-file
  `),
]);

/** A menu and the verb behind it; an empty verb = the path alone. */
export interface Path {
  readonly menu: MenuPath | '';
  readonly verb: string;
  readonly verbAt: TextRange;
  readonly isAbsolute: boolean;
  /** A command that changes no configuration. */
  readonly isAction?: true;
}

const pathWord = /[a-z\d][\w.-]*/y;

/** `/interface bridge port add`, `/interface/bridge/port`, `add`, `port add`. Undefined when it is none of these. */
export function readPath(lexer: Lexer, current: MenuPath | ''): Path | undefined {
  const { text } = lexer;
  const isAbsolute = text.charAt(lexer.at) === '/';
  let menu: string = isAbsolute ? '' : current;
  for (let count = 0; ; count++) {
    skipSeparator(lexer);
    if (text.startsWith('..', lexer.at)) {
      lexer.at += 2;
      menu = menu.slice(0, Math.max(0, menu.lastIndexOf('/')));
      continue;
    }
    const start = lexer.at;
    pathWord.lastIndex = start;
    if (!pathWord.test(text)) return endedPath(lexer, menu, isAbsolute, count);
    const end = pathWord.lastIndex;
    if (isAbsolute && count > 1 && text.charAt(end) === '=') return action(menu, start);
    const word = text.slice(start, end);
    lexer.at = end;
    if (verbs.has(word)) return path(menu, word, start, lexer.at, isAbsolute);
    if (isGlued(text, lexer.at) || !(isAbsolute || hasSubmenu(menu, word))) return undefined;
    menu = `${menu}/${word}`;
  }
}

/** Blanks, or a slash without a blank before it. */
function skipSeparator(lexer: Lexer): void {
  if (!lexer.skipBlanks() && lexer.text.charAt(lexer.at) === '/') lexer.at++;
  lexer.skipBlanks();
}

/** What no word follows: a menu alone, a block in it, or a command with a text behind it. */
function endedPath(lexer: Lexer, menu: string, isAbsolute: boolean, count: number): Path | undefined {
  if (!isAbsolute && count === 0) return undefined;
  const { at } = lexer;
  const next = lexer.text.charAt(at);
  if (lexer.isAtStatementEnd || next === '{' || next === '}') return path(menu, '', at, at, isAbsolute);
  return next === '"' && isAbsolute ? action(menu, at) : undefined;
}

/** The last word of a path that arguments follow: a command such as `/log info "…"`, which configures nothing. */
function action(words: string, at: number): Path | undefined {
  const menu = words.slice(0, words.lastIndexOf('/'));
  // In a menu with a table it is a misspelt verb.
  if (menus.has(`/${menu.slice(1)}`) || menus.has(`/${words.slice(1)}`)) return undefined;
  return { ...path(menu, words.slice(menu.length + 1), at, at, true), isAction: true };
}

/** Of a menu that rosc models, the submenus are known; others may have any. */
function hasSubmenu(menu: string, word: string): boolean {
  if (menu === '') return true;
  submenus ??= new Set([...menus.keys()].flatMap(pathPrefixes));
  return !submenus.has(menu) || submenus.has(`${menu}/${word}`);
}

let submenus: ReadonlySet<string> | undefined;

/** `/ip/route` → `/ip`, `/ip/route` */
function pathPrefixes(menu: string): readonly string[] {
  const words = menu.split('/').slice(1);
  return words.map((_, index) => `/${words.slice(0, index + 1).join('/')}`);
}

function path(menu: string, verb: string, start: number, end: number, isAbsolute: boolean): Path {
  return { menu: isMenuPath(menu) ? menu : '', verb, verbAt: { start, end }, isAbsolute };
}

/** The text itself: a copy in each command would be looked up as slowly as it is long. */
function isMenuPath(menu: string): menu is MenuPath {
  return menu !== '';
}

/** What follows a path word must be a blank, a slash, a bracket or the end. */
function isGlued(text: string, at: number): boolean {
  return at < text.length && !/[\s/;{}\\]/.test(text.charAt(at));
}
