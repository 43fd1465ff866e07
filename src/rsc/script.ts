// What a RouterOS script says, statement by statement, before anything is executed. Offsets count UTF-16 code units of
// the file; `[start, end)` of a value includes its quotes and the line continuations inside it.

import type { MenuPath } from '../model/config.ts';
import type { SourceFile, TextRange } from '../source/location.ts';
import { memoized } from '../source/memoized.ts';

/** A word of the script with its escapes, quotes and continuations resolved. */
export interface Word extends TextRange {
  readonly text: string;
  /** The text is code (`$name`, `[…]`, `(…)`, `{…}`): its value is only known on the device. */
  readonly computed?: true;
}

/** `name=value`, or `!name`, which clears. */
export interface Argument {
  /** Written out in full, where the export says `.name` for "same group as before". */
  readonly name: string;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Absent = cleared. */
  readonly value?: Word;
}

export type Operator = '=' | '!=' | '~' | '<' | '>' | '<=' | '>=' | 'set' | 'unset';

/** One comparison of a `find`; all of them have to hold. A name alone (`dynamic`, `!comment`) has no value. */
export interface Condition extends TextRange {
  readonly name: string;
  readonly operator: Operator;
  readonly value: Word;
}

/** Which items a command is about. */
export type Selector =
  | ({ readonly kind: 'find'; readonly conditions: readonly Condition[] } & TextRange)
  /** `set 0`, `set ether1`, `set *5`, `remove 0,2`. */
  | ({ readonly kind: 'words'; readonly words: readonly Word[] } & TextRange)
  /** `[ find name=a or name=b ]`: what any of them finds. */
  | ({ readonly kind: 'any'; readonly selectors: readonly PlainSelector[] } & TextRange)
  /** Code that rosc does not evaluate. */
  | ({ readonly kind: 'computed' } & TextRange);

export type PlainSelector = Extract<Selector, { kind: 'find' | 'words' }>;

export interface Command extends TextRange {
  readonly kind: 'command';
  readonly menu: MenuPath;
  readonly verb: string;
  readonly verbAt: TextRange;
  /** For the verbs that change existing items. */
  readonly selector?: Selector;
  /** Words that are neither selector nor `name=value`. */
  readonly positional: readonly Word[];
  readonly arguments: readonly Argument[];
}

/** Script code: `:if …`, `:foreach …`. Kept as it is. */
export interface Code extends TextRange {
  readonly kind: 'code';
}

export type Statement = Command | Code;

/** What the comments at the top of an export say about the device. */
export interface Header {
  /** As the device names itself: `1100AHx2`. */
  readonly model?: Word;
  /** `7.14.3` */
  readonly routeros?: Word;
  readonly serial?: Word;
  readonly systemId?: Word;
}

export interface Script {
  readonly file: SourceFile;
  readonly header: Header;
  /** In order. Each loop reads them anew from the text: to keep those of a large export costs more than that. */
  readonly statements: Iterable<Statement>;
  /** How many statements there are. */
  readonly size: number;
}

/** Properties that hold script code or free text of several lines. */
export const isScriptName = memoized(10_000, (name: string) =>
  /^(?:source|on-[\w-]+|(?:(?:up|down|test|lease)-)?script|note|contents)$/.test(name),
);
