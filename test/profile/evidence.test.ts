// Each fact rests on a source that speaks of what the fact is about: the report of one switch proves nothing of a
// network card. The sources themselves list what they speak of.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadProfiles } from '../../src/profile/load.ts';
import { knownNics, nicEvidence, whileForwarding } from '../../src/profile/nics.ts';
import { softwareRouters } from '../../src/profile/software-routers.ts';
import { nicsJson } from '../../src/report/nics.ts';

const folder = resolve(import.meta.dirname, '../../profiles');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
const { chips, models, sources } = loadProfiles(files).value;

interface Claim {
  readonly about: string;
  readonly fact: string;
  readonly cite: string;
}

const claims: readonly Claim[] = [
  ...[...chips.values()].flatMap(({ chip, facts }) =>
    Object.entries(facts).flatMap(([fact, records]) => records.map(({ cite }) => ({ about: chip, fact, cite }))),
  ),
  ...[...models.values()].flatMap(({ model, facts, ports }) => [
    ...Object.entries(facts).flatMap(([fact, records]) => records.map(({ cite }) => ({ about: model, fact, cite }))),
    ...ports.flatMap(({ ports: fact, cite, l2mtu }) => [
      { about: model, fact, cite },
      ...(l2mtu ? [{ about: model, fact: `${fact} l2mtu`, cite: l2mtu.cite }] : []),
    ]),
  ]),
  ...nicsJson().flatMap(({ name, facts }) =>
    Object.entries(facts).map(([fact, { cite }]) => ({ about: name, fact, cite })),
  ),
  ...softwareRouters().map(({ name, cite }) => ({ about: name, fact: 'rates', cite })),
  ...Object.values(whileForwarding).map((stated) => ({
    about: 'hosts that forward',
    fact: 'merging',
    cite: nicEvidence(stated, '').citation,
  })),
];

function speaksOf(cite: string, about: string): boolean {
  const subjects = sources.get(cite.split('#')[0] ?? '')?.subjects ?? [];
  return subjects.some((subject) =>
    subject.endsWith('*') ? about.startsWith(subject.slice(0, -1)) : about === subject,
  );
}

describe('every fact', () => {
  test('cites a source that speaks of the same thing', () => {
    expect(claims.length).toBeGreaterThan(500);
    const strange = claims.filter(({ cite, about }) => !speaksOf(cite, about));
    expect(strange, '`subjects` of the source in profiles/sources.yaml').toEqual([]);
  });

  test('about cards and drivers has a source of its own kind, never that of a switch', () => {
    const names = new Set([...knownNics('nic'), ...knownNics('driver')].map(([name]) => name));
    const cited = new Set(claims.filter(({ about }) => names.has(about)).map(({ cite }) => cite));
    const switches = [...models.keys(), ...chips.keys()];
    expect([...cited].filter((cite) => switches.some((name) => speaksOf(cite, name)))).toEqual([]);
  });
});

test('the reports about r8168, the I219, the AM335x and GRO are four, each graded as what it is', () => {
  const graded = nicsJson().flatMap(({ name, facts }) =>
    Object.entries(facts).map(([fact, { grade, cite }]) => [name, fact, grade, cite].join(' ')),
  );
  expect(graded).toEqual(
    expect.arrayContaining([
      'r8168 loss-above reported field/r8168-jumbo',
      'intel-i219-lm loss-above reported field/i219-jumbo',
      'am335x receive-bps reported field/am335x-throughput',
      'am335x send-bps reported field/am335x-throughput',
    ]),
  );
  expect(graded.filter((line) => line.startsWith('r8169 '))).toEqual([]);
  expect(nicEvidence(whileForwarding.genericReceive, '')).toMatchObject({
    grade: 'reported',
    citation: 'field/gro-forwarding',
  });
});
