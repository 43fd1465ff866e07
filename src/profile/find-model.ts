// Finds the model that a spelling means: RouterOS's own name, a product code, a marketing name, an export's header.

import { derivedOnce } from '../source/grouping.ts';
import { nearestName } from '../source/near-name.ts';
import type { Profiles } from './profiles.ts';

/**
 * The model's own name for any spelling that its profile lists, in any case; undefined when none does. RouterOS leaves
 * out the series letters of some headers (`951G-2HnD`), and product codes end in a case, region or revision
 * (`-RM`, `-TC`, `r2`): where the whole spelling is not listed, these make no difference.
 */
export function findModel(profiles: Profiles, spelling: string): FoundModel | undefined {
  const index = spellingIndex(profiles);
  const whole = foldSpelling(spelling);
  const plain = whole.replace(modemCard, '').replace(productSuffix, '');
  for (const candidate of [whole, `rb${whole}`, plain, `rb${plain}`]) {
    const id = index.get(candidate);
    if (id !== undefined) return { id, isItself: candidate === foldSpelling(id) };
  }
  return undefined;
}

export interface FoundModel {
  readonly id: string;
  /** False for a sibling, which the profile takes to have the same ports and chips. */
  readonly isItself: boolean;
}

/** The described model that a spelling is nearest to: a slip of the pen, or else the same series. */
export function nearestModel(profiles: Profiles, spelling: string): string | undefined {
  const names = modelNames(profiles);
  const whole = foldSpelling(spelling);
  const shared = (name: string) => sharedBeginning(whole, foldSpelling(name));
  const longest = names.reduce((best, name) => Math.max(best, shared(name)), 0);
  return (
    nearestName(spelling, names) ?? (longest >= seriesMin ? names.find((name) => shared(name) === longest) : undefined)
  );
}

/** Letters and digits that name a series: `crs3`, `rb20`. */
const seriesMin = 4;

function sharedBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** A modem in a slot of the board, sold with it (`&EG12-EA`): ports and chips are those of the board. */
const modemCard = /&.*$/;

/** Case and mounting kit, region, hardware revision: sold under other codes, the same board to a configuration. */
const productSuffix = /(?:(?:-|(?<=\+))(?:tc|rm|in|out|pc|us|eu))?(?:-?r\d)?$/;

/** Every spelling that profiles list, models' own names first: what a misspelt one is compared with. */
export function modelNames(profiles: Profiles): readonly string[] {
  const models = [...profiles.models.values()];
  return [...models.map(({ model }) => model), ...models.flatMap(({ names }) => names)];
}

/** Case, blanks, `plus` for `+`, and RouterOS 6's `RouterBOARD 750` for the same with `RB` make no difference. */
export function foldSpelling(spelling: string): string {
  return spelling
    .trim()
    .toLowerCase()
    .replace(/^routerboard\s+(?=\d)/, 'rb')
    .replace(/^routerboard\s+/, '')
    .replace(/\s+/g, '')
    .replaceAll('plus', '+');
}

const spellingIndex = derivedOnce(({ models }: Profiles): ReadonlyMap<string, string> => {
  const index = new Map<string, string>();
  for (const { model, names } of models.values()) {
    for (const name of [model, ...names]) index.set(foldSpelling(name), model);
  }
  return index;
});
