// The page of one fact, for `rosc explain l3.routes.ipv4`: what it means, and what is known about it for every chip or
// device.

import { wrapWords } from '../diagnostics/wrap-words.ts';
import { chipFacts } from '../profile/fact.ts';
import { factsOfChip, type Profiles } from '../profile/profiles.ts';
import { type AnyRecords, pageWidth, printRecord, recordsOf, vocabulary } from './fact-text.ts';
import { sourceLines } from './model-page.ts';

export interface FactPage {
  readonly fact: string;
  readonly about: string;
  readonly unit?: string;
  /** Chips, or models for a fact about the device, that share the same records. */
  readonly known: readonly { readonly of: readonly string[]; readonly records: AnyRecords }[];
  /** Chips that do not route, for a fact about routing. */
  readonly without: readonly string[];
  /** Chips or models for which nobody knows. */
  readonly unknown: readonly string[];
  /** The whole page as text. */
  readonly text: string;
}

/** Throws when the vocabulary has no such fact. */
export function factPage(profiles: Profiles, key: string): FactPage {
  const description = vocabulary.get(key);
  if (!description) throw new Error(`no fact is called ${key}`);
  const { about, unit } = description;
  const known = new Map<string, { of: string[]; records: AnyRecords }>();
  const without: string[] = [];
  const unknown: string[] = [];
  for (const { name, facts } of subjects(profiles, key)) {
    const records = facts.get(key);
    if (!records) {
      const routes = facts.get('l3.offload')?.some(({ value }) => value === true) ?? true;
      (key.startsWith('l3.') && !routes ? without : unknown).push(name);
      continue;
    }
    const same = known.get(JSON.stringify(records));
    if (same) same.of.push(name);
    else known.set(JSON.stringify(records), { of: [name], records });
  }
  const groups = [...known.values()].sort((a, b) => sizeOf(b.records) - sizeOf(a.records));
  const page = { fact: key, about, ...(unit && { unit }), known: groups, without, unknown };
  return { ...page, text: textOf(page, profiles) };
}

/** Every chip or model with its facts. */
function subjects(profiles: Profiles, key: string) {
  if (!(key in chipFacts)) {
    return [...profiles.models.values()].map(({ model, facts }) => ({ name: model, facts: recordsOf(facts) }));
  }
  return [...profiles.chips.values()].map((chip) => ({
    name: chip.chip,
    facts: recordsOf(factsOfChip(profiles, chip)),
  }));
}

/** Sizes are listed from the largest down; other values keep their order. */
function sizeOf(records: AnyRecords): number {
  const value = records.at(-1)?.value;
  return typeof value === 'number' ? value : 0;
}

function textOf(page: Omit<FactPage, 'text'>, profiles: Profiles): string {
  const lines = [page.fact, '', `${page.about}.`, ''];
  for (const { of, records } of page.known) {
    for (const record of records) {
      const text = `${printRecord(record, page.unit)} · ${record.grade} [${record.cite}]`;
      lines.push(...wrapWords(`  ${text}`, pageWidth, 4));
      if (record.otherwise) lines.push(...wrapWords(`    otherwise ${record.otherwise}`, pageWidth, 10));
      if (record.note) lines.push(...wrapWords(`    note: ${record.note}`, pageWidth, 10));
    }
    lines.push(...wrapWords(`    for ${of.join(', ')}`, pageWidth, 8));
  }
  if (page.without.length > 0)
    lines.push('  does not route in hardware', ...wrapWords(`    for ${page.without.join(', ')}`, pageWidth, 8));
  if (page.unknown.length > 0)
    lines.push('  unknown', ...wrapWords(`    for ${page.unknown.join(', ')}`, pageWidth, 8));
  const cited = new Set(page.known.flatMap(({ records }) => records.map(({ cite }) => cite.split('#')[0] ?? cite)));
  if (cited.size > 0) lines.push('', 'Sources');
  for (const key of [...cited].sort()) lines.push(...sourceLines(profiles, key));
  return `${lines.join('\n')}\n`;
}
