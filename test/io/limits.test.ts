// Inputs that are too much are refused while they are read, each with the place and the variable that allows more; what
// is within the limits is read once.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { diagnosticJson } from '../../src/diagnostics/render-json.ts';
import { filesOf } from '../../src/intent/include.ts';
import { loadIntent } from '../../src/intent/load.ts';
import { readYaml } from '../../src/intent/yaml.ts';
import type { Io } from '../../src/io/io.ts';
import { limitsOf } from '../../src/io/limits.ts';
import { nodeIo } from '../../src/io/node-io.ts';
import { writeNew } from '../../src/io/write-new.ts';
import { analyseSource, siteReport } from '../../src/pipeline/analyse/analyse-site.ts';
import { readSite } from '../../src/pipeline/read/read-site.ts';
import { markdownReport } from '../../src/report/annotations.ts';
import { renderReport } from '../../src/report/render-report.ts';
import { defaultLimits } from '../../src/source/limits.ts';
import { positionAt } from '../../src/source/location.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { memoryIo } from '../support/memory-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'rosc-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const profiles = { value: builtInProfiles(), diagnostics: [] };

describe('one YAML file', () => {
  const limits = { ...defaultLimits, keysMax: 20, depthMax: 5 };
  /** Code, words and line of each diagnostic. */
  const readLines = (text: string) =>
    readYaml({ path: 'site.yaml', text, limits }).diagnostics.map(({ code, what, primary: { at } }) => {
      const line = at.kind === 'source' ? positionAt(at.file, at.start).line : 0;
      return `${code} ${line}: ${what.replace('the file cannot be a site: it is ', '')}`;
    });
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `key${index}: "a: b, [{"\n`).join('');

  test.each([
    ['keys', keys(20), []],
    ['one key too many', keys(21), ['intent/yaml-too-large 21: more than 20 keys']],
    ['keys in one line', `a: {${'b: 1, '.repeat(30)}}`, ['intent/yaml-too-large 1: more than 20 keys']],
    ['values', `a:\n${'  - 1\n'.repeat(38)}`, []],
    ['one value too many', `a:\n${'  - 1\n'.repeat(40)}`, ['intent/yaml-too-large 41: more than 40 values']],
    [
      'values by their aliases',
      `x-a: &a [1, 2, 3, 4, 5]\nb: [*a, *a, *a, *a, *a, *a, *a]`,
      ['intent/yaml-too-large 1: more than 40 values once its aliases are expanded'],
    ],
    ['quoted keys and values', keys(20).replace(/key\d+/g, '"$&"'), []],
    ['empty quotes', `a: ${'""'.repeat(41)}`, ['intent/yaml-too-large 1: more than 40 quotes, tags and anchors']],
    [
      'tags that tag nothing',
      `a: ${'! '.repeat(41)}`,
      ['intent/yaml-too-large 1: more than 40 quotes, tags and anchors'],
    ],
    ['documents', `a: 1\n${'---\n'.repeat(41)}`, ['intent/yaml-too-large 42: more than 40 quotes, tags and anchors']],
    ['blank lines', `a: 1\n${'\n'.repeat(230)}`, []],
    ['too many blank lines', `a: 1\n${'\n'.repeat(240)}`, ['intent/yaml-too-large 1: more than 240 lines']],
    [
      'letters in double quotes',
      `a:\n${`- "${'x'.repeat(999_998)}"\n`.repeat(3)}`,
      ['intent/yaml-too-large 4: more than 2000000 characters in double quotes'],
    ],
    ['depth', 'a: [[[[1]]]]', []],
    ['one level too many', 'a:\n  [[[[[[1]]]]]]', ['intent/yaml-too-large 2: nested more than 5 levels deep']],
    [
      'levels by indentation',
      'a:\n b:\n  c:\n   d:\n    e:\n     f: 1',
      ['intent/yaml-too-large 1: nested more than 5 levels deep'],
    ],
  ])('%s', (_, text, expected) => expect(readLines(text)).toEqual(expected));

  const site = (text: string) => loadIntent({ path: 'site.yaml', text }, { profiles: builtInProfiles() }).diagnostics;

  /** How many of a code are made, how many are counted, and what the last one says of that. */
  const told = (text: string, code: string) => {
    const found = site(text).filter((each) => each.code === code);
    return [found.length, found.reduce((sum, { more = 0 }) => sum + more, 0), found.at(-1)?.more];
  };

  test.each([
    ['unknown keys', 'intent/unknown-key', (n: number) => `k${n}: 1\n`],
    ['equal keys', 'intent/duplicate-key', () => 'site: a\n'],
    ['wrong values', 'intent/wrong-type', (n: number) => `${n === 0 ? 'vlans:\n' : ''}  k${n}: 1\n`],
    ['tags', 'intent/unknown-tag', (n: number) => `${n === 0 ? 'x-a:\n' : ''}  k${n}: !made up\n`],
    [
      'names that nothing has',
      'intent/unknown-name',
      (n: number) => `${n === 0 ? 'flows:\n' : ''}  - { from: no${n}, to: any, path: hardware }\n`,
    ],
  ])('of 3,000 %s a thousand are told and the others counted', (_, code, line) => {
    const text = `version: 1\nsite: a\ndevices: {}\n${Array.from({ length: 3000 }, (_, n) => line(n)).join('')}`;
    expect(told(text, code)).toEqual([1000, 2000, 2000]);
  });

  test('what is counted is in the words, and in the sum', () => {
    const text = `version: 1\nsite: a\ndevices: {}\n${Array.from({ length: 3000 }, (_, n) => `k${n}: 1\n`).join('')}`;
    const report = siteReport(analyseSource({ path: 'site.yaml', text }, profiles, {}));
    const last = report.diagnostics.at(-1);
    expect(last && diagnosticJson(last).what).toMatch(/^a site has no key `k999`.* \(and 2,000 more like it\)$/);
    expect(renderReport(report)).toMatch(/^3000 errors/m);
    expect(markdownReport(report)).toContain('3000 errors, 0 warnings.');
  });

  test('maps that take over maps that take over maps are asked once each', () => {
    const levels = Array.from({ length: 38 }, (_, index) => {
      const [a, b] = [`<<: [*a${index}, *b${index}]`, `<<: [*b${index}, *a${index}]`];
      return `x-a${index + 1}: &a${index + 1} { ${a} }\nx-b${index + 1}: &b${index + 1} { ${b} }\n`;
    });
    const text = `version: 1\nx-a0: &a0 { p: 1 }\nx-b0: &b0 { q: 1 }\n${levels.join('')}vlans: { v: { <<: *a38, id: x } }\n`;
    expect(site(text).map(({ code }) => code)).toContain('intent/yaml-too-large');
    const same = text.replace(/\*b\d+, |, \*b\d+/g, '');
    expect(site(same).map(({ code }) => code)).toContain('intent/unknown-key');
  });
});

describe('a site of several files', () => {
  /** Each file is read through this, which counts. */
  function counting(files: Readonly<Record<string, string>>, env: Record<string, string> = {}) {
    const read = new Map<string, number>();
    const inner = memoryIo({ cwd: folder, env });
    const io: Io = {
      ...inner,
      readFile: async (path, options) => {
        const name = path.slice(folder.length + 1);
        read.set(name, (read.get(name) ?? 0) + 1);
        const text = files[name];
        return text === undefined ? inner.readFile(path, options) : Buffer.from(text);
      },
    };
    return { io, read };
  }

  const pair = (level: number, next: string) =>
    [`a${level}.yaml`, `b${level}.yaml`].map((name) => [name, next] as const);
  const diamonds = Object.fromEntries(
    Array.from({ length: 24 }, (_, level) =>
      pair(level, level === 23 ? 'version: 1\n' : `version: 1\ninclude: [a${level + 1}.yaml, b${level + 1}.yaml]\n`),
    ).flat(),
  );

  test('is read once a file, by whatever ways it is included', async () => {
    const { io, read } = counting(diamonds);
    const { value } = await readSite(io, 'a0.yaml');
    expect(
      value &&
        filesOf(value)
          .map(({ path }) => path)
          .sort(),
    ).toEqual(
      Object.keys(diamonds)
        .filter((name) => name !== 'b0.yaml')
        .sort(),
    );
    expect([...read.values()].every((times) => times === 1)).toBe(true);
  });

  test('has its keys together', async () => {
    const part = (name: string) => `version: 1\nvlans: { ${name}1: { id: 1 }, ${name}2: { id: 2 } }\n`;
    const files = {
      'site.yaml': 'version: 1\nsite: a\ninclude: [b.yaml, c.yaml]\n',
      'b.yaml': part('b'),
      'c.yaml': part('c'),
    };
    const tooLarge = async (keysMax: number) => {
      const { value } = await readSite(counting(files, { ROSC_MAX_KEYS: `${keysMax}` }).io, 'site.yaml');
      const { diagnostics } = loadIntent(value ?? { path: '', text: '' }, { profiles: builtInProfiles() });
      return diagnostics
        .filter(({ code }) => code === 'intent/yaml-too-large')
        .map(({ primary: { at } }) => (at.kind === 'source' ? at.file.path : ''));
    };
    // Three of the first file, six of each other.
    expect(await tooLarge(15)).toEqual([]);
    expect(await tooLarge(14)).toEqual(['c.yaml']);
  });

  test.each([
    ['files', { ROSC_MAX_FILES: '9' }, /^`a9\.yaml`: the site has more than 9 files/],
    ['levels', { ROSC_MAX_DEPTH: '7' }, /^`a7\.yaml`: files include each other more than 7 levels deep/],
    ['bytes', { ROSC_MAX_BYTES: '200' }, /^`a5\.yaml`: the files of the site have more than 200 bytes/],
  ])('of too many %s says so at the place of the first too many', async (_, env, expected) => {
    const { io } = counting(diamonds, env);
    const { value } = await readSite(io, 'a0.yaml');
    const { diagnostics } = loadIntent(value ?? { path: '', text: '' }, { profiles: builtInProfiles() });
    const [first] = diagnostics.filter(({ code }) => code === 'intent/include-unreadable');
    expect(`${/`[^`]+`/.exec(first?.what ?? '')?.[0]}: ${first?.primary.text}`).toMatch(expected);
  });
});

test('what is private has folders that nobody else sees', async () => {
  const io = nodeIo();
  for (const path of ['old', '.rosc', '.rosc/commits']) mkdirSync(join(folder, path), { mode: 0o755 });
  for (const path of ['new/deep/file', 'old/file', '.rosc/commits/file'])
    await io.writeFile(join(folder, path), 'x', { isPrivate: true });
  const modes = ['new', 'new/deep', 'old', '.rosc', '.rosc/commits', 'new/deep/file'].map(
    (path) => statSync(join(folder, path)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o700, 0o700, 0o600]);
});

describe('the files of this machine', () => {
  const io = nodeIo();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  writeFileSync(join(folder, 'ten'), '0123456789');

  test.each(['/dev/zero', pipe])('%s is no regular file, and is not waited for', async (path) => {
    await expect(io.readFile(path, { bytesMax: 100 })).rejects.toMatchObject({ code: 'ENOTFILE' });
  });

  test('are counted while they are read', async () => {
    expect(await io.readFile(join(folder, 'ten'), { bytesMax: 10 })).toHaveLength(10);
    await expect(io.readFile(join(folder, 'ten'), { bytesMax: 9 })).rejects.toMatchObject({ name: 'FileTooLarge' });
    // It has no size before it is read.
    await expect(io.readFile('/proc/self/status', { bytesMax: 20 })).rejects.toMatchObject({ name: 'FileTooLarge' });
  });
});

test('a limit that is no number is told', async () => {
  expect(limitsOf({ ROSC_MAX_KEYS: '7' })).toEqual({ ...defaultLimits, keysMax: 7 });
  const io = memoryIo({ env: { ROSC_MAX_KEYS: '-1' }, stdin: 'version: 1\n' });
  const { diagnostics } = await readSite(io, '-');
  expect(diagnostics.map(({ what }) => what)).toEqual(['`-` cannot be read: ROSC_MAX_KEYS is no number: -1']);
});

test('where a pipe of the shell will do, a named one that nobody writes into does not, nor a device', async () => {
  const path = join(folder, 'silent');
  execFileSync('mkfifo', [path]);
  const io = nodeIo();
  for (const each of [path, '/dev/zero']) {
    await expect(io.readFile(each, { isPipeAllowed: true })).rejects.toMatchObject({ code: 'ENOTFILE' });
  }
  // It is there all the same, so that nothing is written over it.
  expect(await writeNew(io, path, 'new', {})).toMatchObject({ code: 'file/exists' });
});
