// The page of one key of a site: what it is, what it means, how it looks, and the keys below it.

import { Document } from 'yaml';
import { wrapWords } from '../diagnostics/wrap-words.ts';
import { exampleAt } from '../intent/schema-places.ts';
import type { SiteKey } from './site-keys.ts';
import { renderTable } from './table.ts';

export function keyPage(key: SiteKey, below: readonly SiteKey[], width: number): string {
  const { place, kind, isRequired, meaning } = key;
  const example = exampleAt(place);
  const name = place.replace(/\[\]$/, '').split('.').at(-1) ?? place;
  const rows = below.map((each) => [each.place.slice(place.length).replace(/^\./, ''), each.kind, each.meaning]);
  return [
    `${place}  ${kind}${isRequired ? ', required' : ''}`,
    '',
    ...wrapWords(meaning, width - 2, 0).map((line) => `  ${line}`),
    ...(example === undefined ? [] : ['', 'Example', ...yamlOf(name, example)]),
    ...(rows.length === 0 ? [] : ['', 'Keys', renderTable(rows, [], '  ', width)]),
    '',
  ].join('\n');
}

function yamlOf(name: string, example: unknown): readonly string[] {
  const document = new Document(name === '*' ? example : { [name]: example });
  return document
    .toString({ lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
}
