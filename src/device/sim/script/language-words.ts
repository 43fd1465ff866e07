// The commands of the language itself, which every menu knows: what they take. Source: command trees of RouterOS
// 7.20.8 to 7.23 (restraml), and `:parse` answers to public scripts (lsp-routeros-ts, test-data).

import type { CommandWords } from './parser-scope.ts';

/** The unnamed values in their order, then what only goes by name. */
const table: Readonly<Record<string, readonly [unnamed: string, named?: string]>> = {
  break: [''],
  continue: [''],
  convert: ['value', 'from from-scheme to to-scheme transform transform-scheme'],
  delay: ['delay-time'],
  deserialize: ['value', 'delimiter from options'],
  do: ['command', 'if on-error while'],
  environment: ['command'],
  error: ['message'],
  execute: ['script', 'as-string file'],
  exit: [''],
  find: ['in key from'],
  for: ['counter', 'do from on-error step to'],
  foreach: ['counter', 'do in on-error'],
  global: ['name value', 'do'],
  grep: ['script pattern', 'after as-array before filename'],
  if: ['condition', 'do else'],
  jobname: [''],
  len: ['value'],
  local: ['name value', 'do'],
  nothing: [''],
  onerror: ['error in', 'do'],
  parse: ['value'],
  pick: ['counter begin end'],
  put: ['message'],
  range: ['from to'],
  retry: ['command', 'delay max on-error'],
  return: ['value'],
  rndnum: ['', 'from to'],
  rndstr: ['', 'from length'],
  serialize: ['value', 'delimiter file-name options order to'],
  set: ['name value', 'do'],
  time: ['command'],
  timestamp: ['', 'use-tz'],
  toarray: ['value', 'delimiter'],
  tobool: ['value'],
  tocrlf: ['input'],
  toid: ['value'],
  toip: ['value'],
  toip6: ['value'],
  tolf: ['input'],
  tonsec: ['value'],
  tonum: ['value'],
  tostr: ['value'],
  totime: ['value'],
  typeof: ['value'],
  while: ['condition', 'do'],
};

const words: ReadonlyMap<string, CommandWords> = new Map(
  Object.entries(table).map(([verb, [unnamed, named = '']]) => {
    const slots = unnamed.split(' ').filter((name) => name !== '');
    return [verb, { slots, names: new Set([...slots, ...named.split(' ')]) }];
  }),
);

export const languageVerbs: ReadonlySet<string> = new Set(words.keys());

export function languageWords(verb: string): CommandWords | undefined {
  return words.get(verb);
}
