// Which constructs the judged devices had, and how many had a packet that met one: summed over runs, if asked to.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { propertyValue } from '../../../src/model/config.ts';
import type { Judged } from './judge.ts';

interface Counts {
  judged: number;
  /** Devices that have it, and those of them whose rules with it matched; 0 where it is part of no rule. */
  readonly constructs: Record<string, { devices: number; met: number }>;
}

export function newCounts(): Counts {
  return { judged: 0, constructs: {} };
}

/** Of so many devices, so many are to meet each construct. */
const wanted = { devices: 5000, hits: 100 } as const;

/** What is named in the table of constructs of rules that some packet matched. */
function constructsMet({ answer: { talks = [] }, rendered }: Judged): ReadonlySet<string> {
  const prefixes = new Set(talks.flatMap((steps) => steps.flatMap(({ log }) => log.map(([prefix]) => prefix))));
  return new Set(
    [...prefixes].flatMap((prefix) => {
      const [family, table] = prefix.split(' ');
      const rule = rendered.rules.get(prefix);
      if (!rule) return [];
      const matchers = [...rule.properties].map(([name, { value }]) => `${name}${/^!/.test(value) ? ' negated' : ''}`);
      const action = `${family === '6' ? 'IPv6 ' : ''}${table}: ${propertyValue(rule, 'action')}`;
      const ends = rule.properties.get('passthrough')?.value === 'no' ? ['mangle: passthrough=no'] : [];
      return [action, ...ends, ...matchers.map((matcher) => `matcher: ${matcher}`)];
    }),
  );
}

export function countConstructs(counts: Counts, judged: Judged): void {
  if (!judged.answer.talks) return;
  counts.judged++;
  const met = constructsMet(judged);
  for (const name of judged.rendered.constructs) add(counts, name, 1, met.has(name) ? 1 : 0);
}

function add({ constructs }: Counts, name: string, devices: number, met: number): void {
  const known = constructs[name] ?? { devices: 0, met: 0 };
  constructs[name] = { devices: known.devices + devices, met: known.met + met };
}

/** `file` holds the sums of earlier runs, and gets those with this one. */
export function printConstructs(counts: Counts, file: string | undefined): void {
  if (file !== undefined && existsSync(file)) {
    const known: Counts = JSON.parse(readFileSync(file, 'utf8'));
    counts.judged += known.judged;
    for (const [name, { devices, met }] of Object.entries(known.constructs)) add(counts, name, devices, met);
  }
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(counts)}\n`);
  const rows = Object.entries(counts.constructs).sort(([a], [b]) => (a < b ? -1 : 1));
  console.table(
    rows.map(([construct, { devices, met }]) => ({ construct, devices, 'with packets': met > 0 ? met : '' })),
  );
  const isOfRules = (name: string) => /^(IPv6 )?(matcher|raw|mangle|nat|filter):/.test(name);
  const few = rows.filter(([name, { devices, met }]) => {
    const hits = isOfRules(name) ? met : devices;
    return hits * wanted.devices < wanted.hits * counts.judged;
  });
  const share = `${wanted.hits} of ${wanted.devices}`;
  console.log(`constructs of fewer devices than ${share}: ${few.map(([name]) => name).join(', ') || 'none'}`);
}
