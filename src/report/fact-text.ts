// Facts as people read them: values with their units, bounds and RouterOS versions.

import { printBitRate, printPacketRate } from '../model/rates.ts';
import type { FactRecord } from '../profile/fact.ts';
import { type Ceiling, chipFacts, type FactDescription, modelFacts } from '../profile/fact.ts';

/** Every fact of the vocabulary, in its order, chips' before devices'. */
export const vocabulary: ReadonlyMap<string, FactDescription> = new Map(
  Object.entries<FactDescription>({ ...chipFacts, ...modelFacts }),
);

/** The records of a fact whose type the caller does not care about. */
export type AnyRecords = readonly FactRecord<unknown>[];

/** The facts of a chip or a model by key, in the order of the vocabulary. */
export function recordsOf(facts: object): ReadonlyMap<string, AnyRecords> {
  const known = new Map(Object.entries<AnyRecords | undefined>({ ...facts }));
  return new Map(
    [...vocabulary.keys()].flatMap((key) => {
      const records = known.get(key);
      return records ? [[key, records] as const] : [];
    }),
  );
}

/** What holds for the newest RouterOS; undefined where nobody says. */
export function newestRecord(records: AnyRecords): FactRecord<unknown> | undefined {
  return records.find(({ until }) => until === undefined);
}

/** `13,312 routes`, `yes (from 7.24)`. */
export function printRecord(record: FactRecord<unknown>, unit?: string): string {
  const { value, since, until } = record;
  const range = [
    ...(since === undefined ? [] : [`from ${since}`]),
    ...(until === undefined ? [] : [`before ${until}`]),
  ];
  const versions = range.length > 0 ? ` (${range.join(', ')})` : '';
  if (unit === 'packets/s' && typeof value === 'number') return printPacketRate(value) + versions;
  return `${printValue(record)}${unit ? ` ${value === 1 ? singular(unit) : unit}` : ''}${versions}`;
}

function singular(unit: string): string {
  return unit.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `yes`, `up to 36,000`, `802.3ad, balance-xor`, `60 kpps of 1500 bytes (680 Mbit/s)`. */
export function printValue({ value, bound }: FactRecord<unknown>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return `${bound === 'up-to' ? 'up to ' : ''}${value.toLocaleString('en-US')}`;
  if (!Array.isArray(value)) return String(value);
  if (value.length === 0) return 'none';
  return value.map((each) => (isCeiling(each) ? printCeiling(each) : String(each))).join(', ');
}

function isCeiling(value: unknown): value is Ceiling {
  return typeof value === 'object' && value !== null && 'pps' in value;
}

function printCeiling({ pps, packetBytes, bps, rules }: Ceiling): string {
  const bits = bps === undefined ? '' : ` (${printBitRate(bps)})`;
  return `${printPacketRate(pps)} of ${packetBytes} bytes${bits}${rules === undefined ? '' : ` with ${rules} filter rules`}`;
}

/** Columns of the pages of models and facts, whatever the terminal is like. */
export const pageWidth = 80;
