// An API sentence as a request: command path, arguments, query words, tag.

import type { MenuPath } from '../../model/config.ts';
import type { Request } from './request.ts';
import { Trap } from './trap.ts';

export interface Sentence {
  /** The command word as sent: `/ip/address/add`. */
  readonly path: string;
  readonly request: Request;
  readonly args: ReadonlyMap<string, string>;
  /** Empty when untagged. */
  readonly tag: string;
}

export class SentenceError extends Error {
  readonly tag: string;
  readonly trap: Trap;

  constructor(tag: string, trap: Trap) {
    super(trap.message);
    this.name = 'SentenceError';
    this.tag = tag;
    this.trap = trap;
  }
}

/** `=name=value`; empty without the second sign. */
function attributeOf(word: string): readonly [name: string, value: string] {
  const end = word.indexOf('=', 1);
  return end < 0 ? [word.slice(1), ''] : [word.slice(1, end), word.slice(end + 1)];
}

/** Throws SentenceError. */
export function sentenceOf(words: readonly string[]): Sentence {
  const [path = '', ...rest] = words;
  const args = new Map<string, string>();
  const cleared: string[] = [];
  const query: string[] = [];
  const tag = rest.find((word) => word.startsWith('.tag='))?.slice('.tag='.length) ?? '';
  for (const word of rest) {
    if (word.startsWith('.tag=')) continue;
    if (word.startsWith('?')) query.push(word.slice(1));
    else if (word.startsWith('=')) {
      const [name, value] = attributeOf(word);
      if (name.startsWith('!')) cleared.push(name.slice(1));
      else args.set(name, value);
    } else throw new SentenceError(tag, new Trap(`unknown word ${word}`, 5));
  }
  const proplist = args.get('.proplist');
  if (proplist === '') args.delete('.proplist');
  if (!path.startsWith('/')) throw new SentenceError(tag, new Trap('no such command', 0));
  const end = path.lastIndexOf('/');
  const menu: MenuPath = `/${path.slice(1, end)}`;
  return { path, request: { menu, verb: path.slice(end + 1), args, cleared, query }, args, tag };
}
