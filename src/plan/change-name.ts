// What a change is called in front of people.

import { ownName } from '../model/own-name.ts';
import type { Change } from './plan.ts';

/** The site's name of what RouterOS only numbers (`rule:10`, `prerouting:1`); of everything else its key. */
export function nameOf({ key, properties }: Pick<Change, 'key' | 'properties'>): string {
  const comment = properties.find(({ name }) => name === 'comment');
  return (/:\d+$/.test(key) ? ownName(comment?.after ?? comment?.before ?? '') : undefined) ?? key;
}
