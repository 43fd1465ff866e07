// What the parser of scripts knows at one place of the text.

import type { Block } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** What the parser asks the device: names are checked while parsing, before anything runs. */
export interface Vocabulary {
  /** A menu, or a directory of menus: `/ip`, `/ip/address`. */
  isPath(path: string): boolean;
  /** Whether the menu knows the command. */
  hasVerb(menu: string, verb: string): boolean;
  /** Whether the command takes an argument of that name. */
  hasArgument(menu: string, verb: string, name: string): boolean;
}

export interface ParserScope {
  readonly vocabulary: Vocabulary;
  /** Depth of parentheses: inside, line breaks are blanks. */
  readonly depth: number;
  /** Bare words name properties. */
  readonly isWhere: boolean;
  /** The menu that relative commands belong to; a line with a menu alone changes it. */
  menu: string;
  /** Commands inside brackets of an expression: the grammar turns back to its top there. */
  readonly parseBlock: (cursor: Cursor, outer: ParserScope, closer: ']' | '}' | undefined) => Block;
}
