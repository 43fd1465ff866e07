// House rules as a test: import layers, file sizes, no chip or model names in the source, one meaning per code.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codes } from '../../src/diagnostics/codes.ts';
import { computeIfAbsent } from '../../src/source/grouping.ts';
import { projectRoot } from '../support/project-root.ts';

const texts = new Map<string, string>();

interface Layer {
  readonly floor: number;
  readonly folder: string;
  readonly mayImport: readonly string[];
}

/** The table of ARCHITECTURE.md. */
const layers: readonly Layer[] = [...textOf('ARCHITECTURE.md').matchAll(/^\| (\d+) \| `([^`]+)` \| ([^|]+) \|$/gm)].map(
  ([, floor, folder = '', names = '']) => ({
    floor: Number(floor),
    folder,
    mayImport: names === 'nothing' || names === 'everything' ? [] : names.split(' '),
  }),
);
const layerNamed = new Map(layers.map((layer) => [layer.folder, layer]));

const sources = filesUnder('src').filter((path) => path.endsWith('.ts'));
const tests = filesUnder('test').filter((path) => path.endsWith('.test.ts'));
const pages = filesUnder('web/src').filter((path) => /\.tsx?$/.test(path));

describe('import layers', () => {
  test('each stands above all that it may import', () => {
    const upwards = layers.flatMap(({ floor, folder, mayImport }) =>
      mayImport
        .filter((name) => !((layerNamed.get(name)?.floor ?? floor) < floor))
        .map((name) => `${folder} → ${name}`),
    );
    expect(upwards).toEqual([]);
    expect(layers.length).toBeGreaterThan(20);
  });

  test.each(sources.filter((path) => path !== 'src/cli.ts'))('%s', (path) => {
    const layer = layerNamed.get(layerOf(path));
    expect(layer, `${layerOf(path)} is no layer of ARCHITECTURE.md`).toBeDefined();
    const forbidden = importsOf(path)
      .filter((target) => target.startsWith('src/'))
      .map(layerOf)
      .filter((target) => target !== layer?.folder && !layer?.mayImport.includes(target));
    expect(forbidden).toEqual([]);
  });

  describe('inside a folder with an order of its own', () => {
    const rows = textOf('ARCHITECTURE.md').matchAll(/^\| `(\w+\/\w+)` \| [^|]+ \|$/gm);
    const ordered = [...rows].map(([, folder = '']) => folder);
    const folders = new Set(sources.map((path) => relative('src', dirname(path))));

    test.each([...new Set(ordered.map(dirname))])('%s: every folder has its place', (parent) => {
      const there = [...folders].filter((folder) => dirname(folder) === parent);
      expect(ordered.filter((folder) => dirname(folder) === parent).toSorted()).toEqual(there.toSorted());
    });

    test.each(ordered.map((folder, place) => [folder, ordered.slice(0, place + 1)] as const))('%s', (folder, below) => {
      const forbidden = sources
        .filter((path) => dirname(path) === `src/${folder}`)
        .flatMap((path) => importsOf(path).filter((target) => target.startsWith(`src/${dirname(folder)}/`)))
        .filter((target) => !below.includes(relative('src', dirname(target))));
      expect(forbidden).toEqual([]);
    });
  });

  test('no file imports itself, however far around', () => {
    expect(circlesAmong([...sources, ...pages])).toEqual([]);
  });

  test('the page knows the shapes of what the server says, not the server', () => {
    const server = pages.flatMap(importsOf).filter((path) => path.startsWith('src/web/'));
    expect(server.filter((path) => !/^src\/web\/api\/[a-z]+-schema\.ts$/.test(path))).toEqual([]);
    expect(server.length).toBeGreaterThan(10);
  });

  test('the simulated chip and the rules do not know each other', () => {
    const chip = sources.filter((path) => path.startsWith('src/device/sim/chip/'));
    const judged = sources.filter((path) => /^src\/(offload|forwarding)\//.test(path));
    expect(chip.flatMap(importsOf).filter((path) => /^src\/(offload|forwarding)\//.test(path))).toEqual([]);
    expect(judged.flatMap(importsOf).filter((path) => path.startsWith('src/device/'))).toEqual([]);
  });
});

describe('files', () => {
  test.each([...sources, ...filesUnder('test').filter((path) => path.endsWith('.ts'))])(
    '%s is of reviewable size',
    (path) => {
      const lines = textOf(path).split('\n');
      // Tests may be a little longer: their cases stand together.
      expect(lines.length, 'lines').toBeLessThanOrEqual(path.startsWith('test/') ? 321 : 301);
      // The formatter wraps code; prose in one string cannot be wrapped.
      expect(lines.filter((line) => line.length > 120 && !/['"`].{60,}/.test(line))).toEqual([]);
    },
  );

  test.each(sources)('%s says what it is', (path) => {
    expect(textOf(path)).toMatch(/^\/\/ \S/);
  });

  describe('tests stand where the source stands', () => {
    const folderOf = (path: string) => path.split('/').slice(1, -1).join('/');
    const tested = tests.map(folderOf).filter((folder) => folder !== '' && !/^(?:house|docs)$/.test(folder));

    test('no folder of tests is about none of src', () => {
      const folders = new Set(sources.map(folderOf));
      expect(tested.filter((folder) => !folders.has(folder))).toEqual([]);
    });

    test('each folder of src has tests', () => {
      expect(
        layers
          .map(({ folder }) => folder)
          .filter((folder) => folder !== 'cli.ts' && !tested.some((each) => `${each}/`.startsWith(`${folder}/`))),
      ).toEqual([]);
    });
  });

  test('nothing that `pnpm new` left open is still to be filled in', () => {
    const made = ['src', 'test', 'profiles', 'fixtures/rules', 'fixtures/cli', 'fixtures/sites'].flatMap(filesUnder);
    const open = made.filter((path) => /\bFILL\b/.test(textOf(path)));
    expect(open).toEqual([]);
  });

  test('no test suppresses a message', () => {
    const others = filesUnder('test').filter((path) => path.endsWith('.ts') && path !== 'test/house/tidy.test.ts');
    expect(others.filter((path) => /biome-ignore|@ts-\w/.test(textOf(path)))).toEqual([]);
  });

  test('no banned words in the source', () => {
    const banned: readonly [RegExp, string][] = [
      [/\bTODO\b|\bFIXME\b|\bXXX\b/, 'finish it, or say in the documentation what is missing'],
      [/@ts-(ignore|expect-error|nocheck)|biome-ignore/, 'mend the cause'],
      [/\bas any(?=[;,)\]])|\w: any(?=[;,)\]|&>]| =)/, 'give it a type'],
      [/\bconsole\.(log|error|warn|info)\b/, 'use Io'],
    ];
    const clock: readonly [RegExp, string] = [/\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)/, 'use Clock, or a seed'];
    const found = sources.flatMap((path) => {
      const text = textOf(path);
      const rules = path === 'src/io/real-clock.ts' ? banned : [...banned, clock];
      return rules
        .filter(([pattern]) => pattern.test(text))
        .map(([pattern, instead]) => `${path}: ${pattern} (${instead})`);
    });
    expect(found).toEqual([]);
  });
});

describe('names of chips and models', () => {
  const names = ['models', 'chips']
    .flatMap((folder) => filesUnder(`profiles/${folder}`).filter((path) => path.endsWith('.yaml')))
    .flatMap((path) => /^(?:model|chip|id): *"?([^"\n#]+?)"? *$/m.exec(textOf(path))?.[1] ?? [])
    .filter((name) => name.length > 4);

  test('are known to this test', () => expect(names.length).toBeGreaterThan(4));

  test.each(sources)('do not occur in %s', (path) => {
    const text = textOf(path);
    expect(names.filter((name) => text.includes(name))).toEqual([]);
  });
});

/** Codes that no test reaches yet. A code may only leave this list. */
const unreached: readonly string[] = [];

describe('diagnostic codes', () => {
  const text = sources
    .filter((path) => !path.startsWith('src/diagnostics/codes'))
    .map((path) => textOf(path))
    .join('\n');
  const reached = filesUnder('test')
    .filter((path) => path !== 'test/house/tidy.test.ts')
    .concat(filesUnder('fixtures'))
    .filter((path) => /\.(ts|txt|rsc|yaml|json|snap|md)$/.test(path))
    .map((path) => textOf(path))
    .join('\n');

  test('each is emitted somewhere', () => {
    expect(Object.keys(codes).filter((code) => !text.includes(code))).toEqual([]);
  });

  test('each is reached by a test', () => {
    expect(Object.keys(codes).filter((code) => !reached.includes(code))).toEqual(unreached);
  });

  test('every code in the source is documented', () => {
    const groups = [...new Set(Object.keys(codes).map((code) => code.split('/')[0]))].join('|');
    const used = text.matchAll(new RegExp(`code: '((?:${groups})/[a-z0-9-]+)'`, 'g'));
    expect([...used].map((match) => match[1]).filter((code) => !(String(code) in codes))).toEqual([]);
  });
});

function textOf(path: string): string {
  return computeIfAbsent(texts, path, () => readFileSync(join(projectRoot, path), 'utf8'));
}

function layerOf(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  return first === 'device' && second === 'sim' ? 'device/sim' : first;
}

/** Paths of the project's own files that a file imports. */
function importsOf(path: string): readonly string[] {
  const text = textOf(path);
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)].map((match) =>
    relative(projectRoot, resolve(projectRoot, dirname(path), match[1] ?? '')),
  );
}

/** Files that no order puts behind everything they import. */
function circlesAmong(paths: readonly string[]): readonly string[] {
  const open = new Map(paths.map((path) => [path, importsOf(path)]));
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const [path, imports] of open) if (!imports.some((each) => open.has(each))) open.delete(path);
  }
  return [...open.keys()];
}

function filesUnder(folder: string): readonly string[] {
  const absolute = join(projectRoot, folder);
  if (!statSync(absolute, { throwIfNoEntry: false })) return [];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .sort();
}
