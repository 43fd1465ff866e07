// What the parser of scripts knows at one place of the text, and what it asks the device.

import type { Block } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** What a command takes. */
export interface CommandWords {
  /** Undefined: any name. */
  readonly names: ReadonlySet<string> | undefined;
  /** What `!name` unsets: undefined = any of `names`. */
  readonly unset?: ReadonlySet<string>;
  /** What values without a name are, in their order. */
  readonly slots: readonly string[];
}

/** What the parser asks the device: names are looked up while parsing, before anything runs. */
export interface Vocabulary {
  /** The menu or command that a word means below a menu: its name in full, or its only beginning. */
  child(menu: string, word: string): { readonly kind: 'menu' | 'command'; readonly name: string } | undefined;
  words(menu: string, verb: string): CommandWords;
  /** A parameter that a command does not have is an error when it runs, not before: since 7.23. */
  readonly looksUpLate: boolean;
}

export interface ParserScope {
  readonly vocabulary: Vocabulary;
  /** Depth of parentheses: inside, line breaks are blanks. */
  readonly depth: number;
  /** Bare words name properties. */
  readonly isWhere: boolean;
  /** The menu that relative commands belong to; a line with a menu alone changes it. */
  menu: string;
  /** Variables declared up to here, visible in this block. */
  readonly declared: ReadonlySet<string> & { add(name: string): unknown };
  /** Commands inside brackets of an expression: the grammar turns back to its top there. */
  readonly parseBlock: (cursor: Cursor, outer: ParserScope, closer: ']' | '}' | undefined) => Block;
}
