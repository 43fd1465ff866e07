// Comments of a device as the site's words: what people wrote becomes a description, rosc's own tags give names back.

import { tagPrefix } from '../lower/tag.ts';
import { type Item, propertyValue } from '../model/config.ts';

const descriptionMax = 200;

/** The author's words, without rosc's tag; undefined where there are none that a site could hold. */
export function descriptionOf(item: Item | undefined): string | undefined {
  const comment = (item && propertyValue(item, 'comment')) ?? '';
  const words = comment.startsWith(tagPrefix) ? comment.replace(/^\S+ ?/, '') : comment;
  return words === '' || words.length > descriptionMax || /[\p{Cc}\p{Cf}]/u.test(words) ? undefined : words;
}

/** The name that rosc gave: `left` of `rosc:vlan/left`. */
export function taggedName(item: Item | undefined, kind: string): string | undefined {
  const comment = (item && propertyValue(item, 'comment')) ?? '';
  const start = `${tagPrefix}${kind}/`;
  return comment.startsWith(start) ? comment.slice(start.length).split(' ')[0] : undefined;
}
