// The commands of the language itself, which every menu knows: what they take.

import table from '../../../../profiles/simulated/language.json' with { type: 'json' };
import type { CommandWords } from './parser-scope.ts';

export const languageWords: ReadonlyMap<string, CommandWords> = new Map(
  Object.entries(table.commands).map(([verb, [unnamed = '', named = '']]) => {
    const slots = unnamed.split(' ').filter((name) => name !== '');
    return [verb, { slots, names: new Set([...slots, ...named.split(' ')]) }];
  }),
);

export const languageVerbs: ReadonlySet<string> = new Set(languageWords.keys());
