// What the terminal shows first: one entry for each cause, lines that fit, and the same findings as the JSON has.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { wrapWords } from '../../src/diagnostics/wrap-words.ts';
import { analyseSource, siteReport } from '../../src/pipeline/analyse/analyse-site.ts';
import { causesOf } from '../../src/report/causes.ts';
import { renderReport } from '../../src/report/render-report.ts';
import type { Report } from '../../src/report/site-report.ts';
import { foldNames } from '../../src/source/fold-names.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const folder = join(projectRoot, 'fixtures/sites');
const profiles = { value: builtInProfiles(), diagnostics: [] };

function reportOf(text: string): Report {
  return siteReport(analyseSource({ path: 'site.yaml', text }, profiles, {}));
}

const read = (site: string) => readFileSync(join(folder, site, 'site.yaml'), 'utf8');

describe.each(readdirSync(folder))('%s', (site) => {
  const report = reportOf(read(site));

  test.each([80, 100, 120])('no line is wider than %i columns', (width) => {
    for (const verbose of [false, true]) {
      const lines = renderReport(report, { width, verbose }).split('\n');
      // Commands stay whole, because they are there to be copied, and so does the name of a place.
      const prose = lines.filter((line) => !/^\s*(\/|#|-->|more:)/.test(line));
      expect(prose.filter((line) => [...line].length > width)).toEqual([]);
    }
  });

  test('every finding belongs to exactly one cause, and no cause is milder than what it explains', () => {
    const entries = causesOf(report);
    expect(new Set(entries.flatMap(({ all }) => all))).toEqual(new Set(report.diagnostics));
    expect(entries.flatMap(({ all }) => all)).toHaveLength(report.diagnostics.length);
    for (const { diagnostic, all } of entries) {
      const isError = all.some(({ severity }) => severity === 'error');
      expect(diagnostic.severity === 'error').toBe(isError);
    }
  });
});

/** Three flows into one policy route that this chip cannot do; the second carries the most. */
const threeFlows = read('rig-broken').replace(
  /( {2}- \{ name: backups.*)\n/,
  (line) =>
    `${line}${line.replace('backups', 'replica').replace('2Gbps', '9Gbps')}${line.replace('backups', 'sync').replace('rate: 2Gbps, ', '')}`,
);

test('flows that one line stops are one entry, the one with the most traffic first', () => {
  const [entry, ...others] = causesOf(reportOf(threeFlows)).filter(({ diagnostic }) => diagnostic.severity !== 'note');
  expect(others).toEqual([]);
  expect(entry?.diagnostic.code).toBe('firewall/mangle-on-no-fasttrack-hw');
  expect(entry?.flows.map(({ flow }) => flow.name)).toEqual(['replica', 'backups', 'sync']);
  expect(entry?.items.map(({ kind }) => kind)).toEqual(['route', 'acl', 'pbr']);
  expect(renderReport(reportOf(threeFlows))).toContain(
    '\n1 cause, 3 flows, 1 route, 1 switch rule, 1 routing policy\n',
  );
});

test('advice on the cards of hosts comes after what is wrong with the network', () => {
  const codes = reportOf(read('datacenter')).diagnostics.map(({ code }) => code);
  expect(codes.indexOf('mtu/routed-mtu-mismatch')).toBeLessThan(codes.indexOf('lower/nic-slow-send'));
});

test('a device that is as it should be takes one line', () => {
  const [first] = renderReport(reportOf(read('rig'))).split('\n\n');
  expect(first).toBe('core  CRS326-24G-2S+  17 in hardware');
});

test('wrapped words are the same words', () => {
  const word = fc.stringMatching(/^[a-z,]{1,30}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 10, max: 80 }), (words, width) => {
      const lines = wrapWords(words.join(' '), width, 2);
      const joined = lines.map((line) => line.trimStart()).join('');
      expect(joined.replaceAll(' ', '')).toBe(words.join(''));
      const isTooWide = (line: string) => line.length > width;
      // Only a word without a comma to break it behind may be wider.
      for (const line of lines.filter(isTooWide)) expect(line.trim()).toMatch(/^\S*$/);
    }),
  );
});

test('folded names are the same ports', () => {
  const unfold = (name: string) => {
    const [, stem, from, to] = /^(\D+)(\d+)-(\d+)$/.exec(name) ?? [];
    if (stem === undefined) return [name];
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${stem}${Number(from) + index}`);
  };
  const port = fc.tuple(fc.constantFrom('ether', 'qsfp'), fc.integer({ min: 1, max: 30 })).map(([a, b]) => `${a}${b}`);
  fc.assert(
    fc.property(fc.array(port), (names) => {
      expect(foldNames(names).flatMap(unfold)).toEqual(names);
    }),
  );
  expect(foldNames(['ether1', 'ether2', 'ether3', 'sfp1', '10.0.0.1', '10.0.0.2'])).toEqual([
    'ether1-3',
    'sfp1',
    '10.0.0.1',
    '10.0.0.2',
  ]);
});

// What is there to be copied (addresses of sources, the output of an example) is as long as it is.
test.each([
  'explain acl',
  'explain l3hw',
  'explain firewall',
  'explain acl/acl-capacity',
  'explain apply/state-unknown',
])('%s keeps to 80 columns', async (words) => {
  const io = { ...memoryIo(), columns: 80 };
  expect(await main(words.split(' '), io)).toBe(0);
  const [own = ''] = io.out().split('\nExample\n');
  expect(own.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('the advice of a site breaks between words, and keeps to 80 columns', async () => {
  const io = { ...memoryIo(), columns: 80 };
  expect(await main(['advise', join(folder, 'rig/site.yaml')], io)).toBe(0);
  const legend = io.out().slice(io.out().lastIndexOf('\n* '));
  expect(
    io
      .out()
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
  expect(legend.split('\n').length).toBeGreaterThan(4);
});
