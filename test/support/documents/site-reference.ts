// docs/site-reference.md: every key of a site file.

import { keysOfSite, type SiteKey } from '../../../src/report/site-keys.ts';
import type { JsonSchema } from '../../../src/report/site-schema.ts';

/** Markdown; one table for the site itself and one for each of its keys that has keys of its own. */
export function siteReference(schema: JsonSchema): string {
  const rows = keysOfSite(schema, '');
  const sections = Object.keys(schema.properties ?? {}).filter((key) => rows.some(({ place }) => isBelow(place, key)));
  return [
    '# Keys of a site file',
    '',
    'Written by `pnpm test -u` from the schema that rosc reads sites with; `rosc schema` prints the same for editors. `*` stands for a',
    'name of yours, `[]` for an entry of a list. [A site that uses every key](../fixtures/sites/reference/site.yaml) has comments beside them.',
    '',
    ...table(rows.filter(({ place }) => !/[.[]/.test(place))),
    ...sections.flatMap((key) => ['', `## ${key}`, '', ...table(rows.filter(({ place }) => isBelow(place, key)))]),
    '',
  ].join('\n');
}

function isBelow(place: string, key: string): boolean {
  return place.startsWith(`${key}.`) || place.startsWith(`${key}[`);
}

function table(rows: readonly SiteKey[]): readonly string[] {
  return [
    '| key | value | meaning |',
    '|---|---|---|',
    ...rows.map(({ place, kind, isRequired, meaning, examples }) => {
      const said = [meaning, ...(isRequired ? ['required'] : [])].filter((part) => part !== '').join('; ');
      const shown = examples.length > 0 ? `; for example ${examples.map((each) => `\`${each}\``).join(', ')}` : '';
      return `| \`${place}\` | ${cell(kind)} | ${cell(said + shown)} |`;
    }),
  ];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
