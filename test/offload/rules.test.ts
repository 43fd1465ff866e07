// Every rule against its fixtures: it finds exactly what the carets say, keeps silent on near-misses, and says
// `unknown` where a fact is absent.

import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { placements } from '../../src/model/placement.ts';
import { type Rule, ruleGroups } from '../../src/offload/rule.ts';
import { inRootOrder, rules } from '../../src/offload/rules.ts';
import { computeIfAbsent } from '../../src/source/grouping.ts';
import { actualFindings, expectedFindings } from '../support/annotate.ts';
import { notRules } from '../support/documents/not-rules.ts';
import { projectRoot } from '../support/project-root.ts';
import {
  type FixtureRun,
  fixturesFolder,
  fixturesOf,
  goldenOf,
  openFixture,
  type RuleFixture,
  renderedFindings,
} from '../support/rule-fixtures.ts';

const configurationRules = rules.filter(({ needs }) => needs === 'configuration');

describe('the list of rules', () => {
  test('has each rule once', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  test('is what the folders hold', async () => {
    const files = ruleGroups.flatMap((group) =>
      readdirSync(join(projectRoot, 'src', 'offload', group)).map((name) => `${group}/${name}`),
    );
    const held = await Promise.all(
      files
        .filter((file) => !file.endsWith('/rules.ts'))
        .map(async (file) => {
          const exported: Record<string, Rule | readonly Rule[]> = await import(`../../src/offload/${file}`);
          const ids = Object.values(exported).flatMap((each) =>
            (Array.isArray(each) ? each : [each]).map(({ id }) => id),
          );
          // A file of one rule has its name; rules that differ in words alone share one that has several, of its group.
          const isNamed = ids.length === 1 ? `${ids[0]}.ts` === file : ids.every((id) => id.startsWith(dirname(file)));
          expect(isNamed && ids.length > 0, file).toBe(true);
          return ids;
        }),
    );
    expect(rules.map(({ id }) => id).sort()).toEqual(held.flat().sort());
  });

  test('is what the fixtures are for', () => {
    const folders = readdirSync(fixturesFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.rsc'))
      .map((entry) => relative(fixturesFolder, entry.parentPath));
    expect([...new Set(folders)].sort()).toEqual(configurationRules.map(({ id }) => id).sort());
  });

  test('leaves out nothing that it also lists as no rule', () => {
    const ids = new Set<string>(rules.map(({ id }) => id));
    expect(notRules.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(new Set(notRules.map(({ id }) => id)).size).toBe(notRules.length);
    // A reason may name a rule that stands in; that one has to exist.
    const named = notRules.flatMap(({ why }) =>
      [...why.matchAll(/`([a-z0-9-]+\/[a-z0-9-]+)`/g)].map(([, id]) => id ?? ''),
    );
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('implies only rules that exist', () => {
    const ids = new Set<string>(rules.map(({ id }) => id));
    expect(rules.flatMap(({ implies }) => implies ?? []).filter((id) => !ids.has(id))).toEqual([]);
  });

  test('has an order of its own, in which a rule stands ahead of those that it explains', () => {
    const lists = fc.shuffledSubarray([...rules], { minLength: rules.length });
    const ids = rules.map(({ id }) => id);
    const property = fc.property(lists, (list) => {
      expect(inRootOrder(list).map(({ id }) => id)).toEqual(ids);
    });
    fc.assert(property, { numRuns: 20 });
    const early = rules.flatMap(({ id, implies = [] }) =>
      implies.filter((other) => ids.indexOf(other) < ids.indexOf(id)),
    );
    expect(early).toEqual([]);
  });
});

type Findings = ReturnType<(typeof rules)[number]['check']>;

function best(all: Findings): number {
  return Math.max(...all.map(({ placement }) => placements.indexOf(placement)));
}

function expectNoBetter(before: Findings, after: Findings): void {
  expect(after.length, 'findings without its facts').toBeGreaterThan(0);
  if (best(before) > 0) expect(best(after), 'the worst placement without its facts').toBeGreaterThan(0);
}

function isUnknown(all: Findings): boolean {
  return all.some(({ placement }) => placement === 'unknown');
}

describe.each(configurationRules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const fixtures = fixturesOf(id);
  /** Each is opened once: the last test hides facts, and those before it only look. */
  const opened = new Map<RuleFixture, FixtureRun & { readonly findings: Findings }>();
  const open = (fixture: RuleFixture) =>
    computeIfAbsent(opened, fixture, () => {
      const run = openFixture(fixture.file);
      return { ...run, findings: rule.check(run.context) };
    });
  afterAll(() => opened.clear());

  test('has a bad and a good fixture', () => {
    expect(fixtures.map(({ kind }) => kind)).toContain('bad');
    expect(fixtures.map(({ kind }) => kind)).toContain('good');
  });

  test.each(fixtures.map((fixture) => [relative(fixturesFolder, fixture.path), fixture] as const))(
    '%s',
    (_, fixture) => {
      const { findings } = open(fixture);
      expect(actualFindings(findings)).toEqual(expectedFindings(fixture.file));
      if (fixture.kind === 'good') expect(findings).toEqual([]);
      if (fixture.kind === 'unknown') expect(findings.map(({ placement }) => placement)).toContain('unknown');
    },
  );

  test.each(fixtures.filter(({ kind }) => kind === 'bad'))('reads as $file.path says', async (fixture) => {
    const text = renderedFindings(rule, open(fixture).findings);
    await expect(text).toMatchFileSnapshot(goldenOf(fixture.path));
  });

  test('reads no fact that it does not declare, and is never better off without one', () => {
    for (const fixture of fixtures) {
      // What is derived once for all rules is derived by then.
      const { context, watched, findings: before } = open(fixture);
      watched.reads.clear();
      rule.check(context);
      expect([...watched.reads].filter((key) => !rule.facts.some((fact) => fact === key))).toEqual([]);
      if (fixture.kind !== 'bad') continue;
      for (const fact of rule.facts) watched.hidden.add(fact);
      const after = rule.check(context);
      if (id === 'ops/version-advisory') continue; // Where nobody reported a defect there is nothing to say.
      expectNoBetter(before, after);
      const kinds = fixtures.map((each) => each.kind);
      if (isUnknown(after) && !isUnknown(before)) expect(kinds, 'fixtures').toContain('unknown');
    }
  });
});
