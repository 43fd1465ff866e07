// Everything that is known about chips as one document: the README of profiles/. Blanks stay blank.

import { chipFacts, modelFacts } from '../../../src/profile/fact.ts';
import { type ChipProfile, factsOfChip, type Profiles } from '../../../src/profile/profiles.ts';
import { type AnyRecords, printValue, recordsOf } from '../../../src/report/fact-text.ts';

/** Markdown: a table of facts by chips for each kind of chip, then a table of devices. */
export function profileMatrix(profiles: Profiles): string {
  const chips = [...profiles.chips.values()];
  const routing = chips.filter((chip) => factsOfChip(profiles, chip)['l3.offload']?.some(({ value }) => value));
  const others = chips.filter((chip) => !routing.includes(chip));
  return `${[
    '# Profiles',
    '',
    'What rosc knows about hardware, generated from the files beside this one by `pnpm test -u`. A blank cell is a',
    'fact that nobody of us knows: rules that need it say `unknown`. Marks: ᴵ inferred, ᴿ reported from the field,',
    'ᴹ measured; all else is documented by the vendor. ≤ is the vendor’s “up to”. Sources stand in the files, and',
    '`rosc explain FACT` prints them.',
    '',
    '## Chips that route',
    '',
    chipTable(profiles, routing),
    '',
    '## Other switch chips',
    '',
    chipTable(profiles, others),
    '',
    '## Devices',
    '',
    modelTable(profiles),
    '',
  ].join('\n')}`;
}

function chipTable(profiles: Profiles, chips: readonly ChipProfile[]): string {
  const facts = chips.map((chip) => recordsOf(factsOfChip(profiles, chip)));
  const keys = Object.keys(chipFacts).filter((key) => facts.some((known) => known.has(key)));
  return [
    row(['', ...chips.map(({ chip }) => chip)]),
    row(['---', ...chips.map(() => '---')]),
    row(['family', ...chips.map(({ family }) => family)]),
    ...keys.map((key) => row([`\`${key}\``, ...facts.map((known) => cell(known.get(key)))])),
  ].join('\n');
}

function modelTable(profiles: Profiles): string {
  const models = [...profiles.models.values()];
  const facts = models.map((model) => recordsOf(model.facts));
  const keys = Object.keys(modelFacts).filter((key) => facts.some((known) => known.has(key)));
  return [
    row(['', 'chips', ...keys.map((key) => `\`${key}\``)]),
    row(['---', '---', ...keys.map(() => '---')]),
    ...models.map(({ model, switches }, index) =>
      row([model, Object.values(switches).join(', '), ...keys.map((key) => cell(facts[index]?.get(key)))]),
    ),
  ].join('\n');
}

function row(cells: readonly string[]): string {
  return `|${cells.map((text) => ` ${text} |`).join('')}`;
}

const marks = { measured: 'ᴹ', documented: '', reported: 'ᴿ', inferred: 'ᴵ' } as const;

/** `no; from 7.24 yes`: a value holds until the next one does. */
function cell(records: AnyRecords | undefined): string {
  return (records ?? [])
    .map((record, index, all) => {
      const { since, until, grade } = record;
      const value = printValue(record).replace('up to ', '≤');
      const isFollowed = all[index + 1]?.since === until;
      const end = until === undefined || isFollowed ? '' : `, before ${until}`;
      return `${since === undefined ? '' : `from ${since} `}${value}${end}${marks[grade]}`;
    })
    .join('; ');
}
