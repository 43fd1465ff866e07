// The page of one model: front panel, ports by chip, and every fact with its grade and source.

import { wrapWords } from '../diagnostics/wrap-words.ts';
import { printBitRate } from '../model/rates.ts';
import { expandPorts, factsOfChip, type ModelProfile, type PortGroup, type Profiles } from '../profile/profiles.ts';
import type { Medium } from '../profile/target.ts';
import { groupBy } from '../source/grouping.ts';
import { type AnyRecords, pageWidth, printRecord, recordsOf, vocabulary } from './fact-text.ts';
import { frontPanel } from './front-panel.ts';
import { type Row, renderTable } from './table.ts';

/** Text of several sections; empty when there is no such model. */
export function modelPage(profiles: Profiles, id: string): string {
  const model = profiles.models.get(id);
  if (!model) return '';
  const chips = Object.entries(model.switches).flatMap(([name, chipName]) => {
    const chip = profiles.chips.get(chipName);
    return chip ? [{ name, chip, facts: recordsOf(factsOfChip(profiles, chip)) }] : [];
  });
  const cited: Citations = new Map();
  const sections = [
    [model.model, ...(model.names.length > 0 ? wrapWords(`also ${model.names.join(', ')}`, pageWidth, 2) : [])].join(
      '\n',
    ),
    section('Front panel', frontPanel(model)),
    section('Ports', portRows(model, cited)),
    section('Device', factRows(recordsOf(model.facts), cited)),
    // Two chips of a kind have one section.
    ...[...groupBy(chips, ({ chip }) => chip)].map(([chip, alike]) => {
      const [{ facts }] = alike;
      const title = `${chip.chip} (${alike.map(({ name }) => name).join(', ')}, ${chip.family})`;
      return section(title, `${factRows(facts, cited)}${unknownText(facts)}`);
    }),
    section('Sources', [...cited].flatMap(([key, number]) => sourceLines(profiles, key, `[${number}] `)).join('\n')),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/** The sources of a page by key, with their numbers in it: their names are too long to stand in every row. */
type Citations = Map<string, number>;

/** `[2]` */
function citation(cite: string, cited: Citations): string {
  const [key = cite] = cite.split('#');
  const number = cited.get(key) ?? cited.size + 1;
  cited.set(key, number);
  return `[${number}]`;
}

function section(title: string, text: string): string {
  return text === '' ? '' : `${title}\n${text}`;
}

function portRows(model: ModelProfile, cited: Citations): string {
  const rows = model.ports.map((group): Row => {
    const chip = model.switches[group.switch];
    return [
      portsName(group),
      speedText(group),
      mediumNames[group.medium],
      chip ?? 'CPU',
      group.grade,
      citation(group.cite, cited),
    ];
  });
  const notes = model.ports.flatMap((group) => (group.note ? noteLines(portsName(group), group.note) : []));
  return [renderTable(rows), ...notes].join('\n');
}

/** `ether1-24`, as a site writes it; for lanes the first and the last one: `qsfpplus1-1 … 2-4`. */
function portsName(group: PortGroup): string {
  const names = expandPorts(group).map(({ name }) => name);
  const first = names[0] ?? '';
  const last = names.at(-1) ?? '';
  if (first === last) return first;
  return typeof group.mbps === 'number'
    ? `${first}-${/\d+$/.exec(last)?.[0] ?? ''}`
    : `${first} … ${/\d+-\d+$/.exec(last)?.[0] ?? ''}`;
}

/** `24 × 1 Gbit/s`; the lanes of a port count as one port of their common speed. */
function speedText(group: PortGroup): string {
  const lanes = typeof group.mbps === 'number' ? 1 : group.mbps.length;
  const ports = expandPorts(group);
  return `${ports.length / lanes} × ${printBitRate(Math.max(...ports.map(({ mbps }) => mbps)) * 1e6)}`;
}

const mediumNames: Readonly<Record<Medium, string>> = {
  rj45: 'RJ45',
  combo: 'RJ45 or SFP',
  sfp: 'SFP',
  'sfp+': 'SFP+',
  sfp28: 'SFP28',
  sfp56: 'SFP56',
  'qsfp+': 'QSFP+',
  qsfp28: 'QSFP28',
  qsfp56: 'QSFP56',
  'qsfp-dd': 'QSFP56-DD',
  wifi: 'Wi-Fi',
  virtual: 'virtual',
  unknown: '',
};

/** Columns of a value; longer ones go on below. */
const valueWidth = 27;

/** One line a fact and range of versions, notes below. */
function factRows(facts: ReadonlyMap<string, AnyRecords>, cited: Citations): string {
  const rows: Row[] = [];
  const notes: string[] = [];
  for (const [key, records] of facts) {
    for (const [index, record] of records.entries()) {
      const [value = '', ...rest] = wrapWords(printRecord(record, vocabulary.get(key)?.unit), valueWidth);
      rows.push([index === 0 ? key : '', value, record.grade, citation(record.cite, cited)]);
      rows.push(...rest.map((line): Row => ['', line]));
      if (record.otherwise) notes.push(...noteLines(key, record.otherwise));
      if (record.note) notes.push(...noteLines(key, record.note));
    }
  }
  if (rows.length === 0) return '';
  return [renderTable(rows), ...notes].join('\n');
}

function noteLines(about: string, note: string): readonly string[] {
  return wrapWords(`  · ${about}: ${note}`, pageWidth, 4);
}

/** Unknown facts matter where the chip routes; of a small switch few are known, and few matter. */
function unknownText(facts: ReadonlyMap<string, AnyRecords>): string {
  if (facts.get('l3.offload')?.some(({ value }) => value === true) !== true) return '';
  const unknown = [...vocabulary.keys()].filter((key) => /^(l2|l3|acl|qos)\./.test(key) && !facts.has(key));
  if (unknown.length === 0) return '';
  return `\n${wrapWords(`  · unknown: ${unknown.join(', ')}`, pageWidth, 4).join('\n')}`;
}

/** What a citation stands for. */
export function sourceLines(profiles: Profiles, key: string, label = ''): readonly string[] {
  const source = profiles.sources.get(key);
  const text = [source?.title ?? key, source?.date, source?.url].filter((part) => part !== undefined).join(' · ');
  return wrapWords(`  ${label}${key}: ${text}`, pageWidth, 4);
}
