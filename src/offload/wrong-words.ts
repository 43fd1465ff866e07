// Properties that take one of a few words, or a list of them, and have another: the device refuses the line.

import { type Config, type Item, itemsOf, listValues, type MenuPath, menusOf } from '../model/config.ts';
import { menus } from '../model/menus.ts';
import { nearestAmong } from '../source/near-name.ts';
import type { WrittenFinding } from './rule.ts';

interface Worded {
  readonly property: string;
  readonly words: readonly string[];
  readonly isList: boolean;
}

/** Properties that decide about forwarding and take one of a few words. */
function wordsOf(menu: MenuPath): readonly Worded[] {
  const all = Object.entries(menus.get(menu)?.properties ?? {});
  return all.flatMap(([property, { enum: words, type, offload, refersTo }]) =>
    words && offload === 'analysed' && !refersTo ? [{ property, words, isList: type !== 'enum' }] : [],
  );
}

const isNumber = /^(?:0x[\da-f]+|\d*)$/i;

/** Numbers may stand where the command tree lists words or some numbers: devices export others than those. */
export function wrongWords(config: Config): readonly WrittenFinding[] {
  return [...menusOf(config)].flatMap((menu) =>
    wordsOf(menu).flatMap((worded) => itemsOf(config, menu).flatMap((item) => wrongWord(item, worded) ?? [])),
  );
}

function wrongWord(item: Item, { property, words, isList }: Worded): WrittenFinding | undefined {
  const set = item.properties.get(property);
  if (set?.origin.kind !== 'source' || words.includes(set.value)) return undefined;
  const written = (isList ? listValues(set.value) : [set.value]).map((each) => each.replace(/^!/, ''));
  const word = written.find((each) => !isNumber.test(each) && !words.includes(each));
  if (word === undefined) return undefined;
  const near = nearestAmong(words)(word);
  return {
    subject: item,
    placement: 'dropped',
    what: `\`${word}\` is no value of \`${property}\`, so the device refuses this line`,
    primary: [property, `no such value${near ? `: did you mean \`${near}\`?` : ''}`],
    ...(near && { fix: `did you mean \`${near}\`?` }),
  };
}
