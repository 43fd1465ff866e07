// The package: packed as for the registry, installed without a network into an empty folder, and used from there.

import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import {
  buildAnew,
  buildInto,
  type Ran,
  removeFolder,
  run,
  temporaryFolder,
  testFolder,
} from '../support/built-program.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

interface PackageJson {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const packageJson = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as PackageJson;
const { dependencies } = packageJson;
const bytesMax = 3_000_000;

let folder = '';
let tarball = '';

beforeAll(async () => {
  folder = temporaryFolder();
  const staged = join(folder, 'staged');
  await buildInto(join(staged, 'dist'));
  for (const name of ['package.json', ...packageJson.files]) {
    if (name !== 'dist') cpSync(join(projectRoot, name), join(staged, name), { recursive: true });
  }
  // As `prepack` does.
  await run(process.execPath, ['scripts/strip-dependencies.mjs', staged]);
  // Without the scripts: `prepare` would build again what is already there.
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], staged);
  tarball = join(folder, `rosc-${packageJson.version}.tgz`);
});

afterAll(() => removeFolder(folder));

describe('what is inside', () => {
  test('stands in the bill of materials, package by package as in the notices', () => {
    const built = join(folder, 'staged', 'dist');
    const bill = JSON.parse(readFileSync(join(built, 'sbom.cdx.json'), 'utf8'));
    const notices = readFileSync(join(built, 'licences.txt'), 'utf8');
    const noticed = [...notices.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\d+\S*) \(.+\)$/gm)];
    const purls = noticed.map(([, name = '', version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.6']);
    expect(bill.components.map(({ purl }: { purl: string }) => purl)).toEqual(purls);
    expect(purls.length).toBeGreaterThan(6);
    for (const { hashes } of bill.components) expect(hashes[0].content).toMatch(/^[\da-f]{128}$/);
  });

  test('stands in package.json as far as the sources import it', () => {
    const own = Object.entries(dependencies).map(([name, version]) => `${name} ${version} (`);
    const notices = readFileSync(join(folder, 'staged', 'dist', 'licences.txt'), 'utf8');
    expect(own.filter((line) => !notices.includes(line))).toEqual([]);
    expect(own).toHaveLength(6);
  });
});

describe('what users get', () => {
  test('is small', () => {
    expect(statSync(tarball).size).toBeLessThan(bytesMax);
  });

  test('runs nothing when it is installed and brings no other package', () => {
    expect(Object.keys(packageJson.scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(pre|post)?install$/)]),
    );
    const packed = JSON.parse(readFileSync(join(folder, 'staged', 'package.json'), 'utf8'));
    expect({ ...packageJson, dependencies: undefined }).toEqual({ ...packed, dependencies: undefined });
    expect(packed.dependencies).toBeUndefined();
  });

  test('is the program, its data and its documents', async () => {
    const { stdout } = await run('tar', ['-tzf', tarball]);
    const files = stdout.trim().split('\n').sort();
    expect(files).toEqual(
      expect.arrayContaining([
        'package/LICENSE',
        'package/README.md',
        'package/dist/licences.txt',
        'package/dist/profiles.json',
        'package/dist/rosc.1',
        'package/dist/rosc.js',
        'package/dist/sbom.cdx.json',
        'package/dist/fleet.schema.json',
        'package/dist/site.schema.json',
        'package/dist/ui.cjs',
        'package/package.json',
      ]),
    );
    const own = [
      /^package\.json$/,
      /^[A-Z]+(\.md)?$/,
      /^docs\/rules\/[a-z0-9A-Z-]+\.md$/,
      /^dist\/(rosc\.1|rosc\.js|[a-z]+\.cjs|[a-z.]+\.(json|txt)|web\/.+)$/,
    ];
    const foreign = files
      .map((file) => file.replace('package/', ''))
      .filter((file) => !own.some((each) => each.test(file)));
    expect(foreign).toEqual([]);
  });
});

test('the licences of what is bundled are in the package', () => {
  const text = readFileSync(join(folder, 'staged/dist/licences.txt'), 'utf8');
  const bundled = ['commander', 'node-routeros', 'yaml', 'zod'];
  expect(
    bundled.filter((name) => !new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|ISC)\\)$`, 'm').test(text)),
  ).toEqual([]);
  expect(text).not.toMatch(/\(unknown\)/);
  // A heading, an empty line, a text: none is without one.
  const notices = text.split(`${'-'.repeat(80)}\n`).slice(1);
  expect(
    notices.filter((notice) => !/\n\n.*(?:Permission|Redistribution|Apache License)/s.test(notice.trim())),
  ).toEqual([]);
});

test('the script counts what is bundled and names every licence', async () => {
  const { stdout, status } = await run(process.execPath, ['scripts/licences.mjs', join(folder, 'staged/dist')]);
  expect(status).toBe(0);
  expect(Number(/In the program: (\d+) packages/.exec(stdout)?.[1])).toBeGreaterThan(10);
  expect(stdout).toContain(`zod ${dependencies.zod}  MIT`);
  expect(stdout).not.toContain('unknown');
});

describe('installed without a network', () => {
  let home = '';

  beforeAll(async () => {
    home = join(folder, 'home');
    mkdirSync(home);
    cpSync(join(projectRoot, 'fixtures/sites/rig/site.yaml'), join(home, 'site.yaml'));
    await npm(['install', '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache'), tarball], home);
  });

  const rosc = (...args: string[]): Promise<Ran> => run(join(home, 'node_modules/.bin/rosc'), args, { cwd: home });

  test('there is one package', () => {
    expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['rosc']);
  });

  test('--version says what it was built from', async () => {
    const { stdout, status } = await rosc('--version');
    expect(stdout).toMatch(/^\d+\.\d+\.\d+(?: \([0-9a-f]{7,40}(?:-dirty)?\))?\n$/);
    expect(stdout.startsWith(packageJson.version)).toBe(true);
    expect(status).toBe(0);
  });

  test.each([
    ['check', 'site.yaml', '--json'],
    ['explain', 'l3hw/l3hw-switch-off'],
    ['explain', 'acl.rules'],
  ])('%s %s says what it says from source', async (...args) => {
    const io = memoryIo({ cwd: home });
    const status = await main(args, io);
    expect(io.out()).not.toBe('');
    expect(await rosc(...args)).toEqual({ status, stdout: io.out(), stderr: io.err() });
  });

  test('the schema beside the program is what `rosc schema` prints', async () => {
    const { stdout } = await rosc('schema');
    expect(stdout).toBe(readFileSync(join(home, 'node_modules/rosc/dist/site.schema.json'), 'utf8'));
  });
});

describe('compiled code', () => {
  const site = 'fixtures/sites/rig/site.yaml';

  /** Runs the packed program with a cache folder of its own. */
  const check = (cache: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    run(process.execPath, [join(folder, 'staged/dist/rosc.js'), 'check', site], {
      env: { XDG_CACHE_HOME: cache, ...env },
    });

  test('is kept for the next run, which says the same', async () => {
    const cache = testFolder();
    const first = await check(cache);
    const [kept = ''] = filesUnder(cache);
    expect(filesUnder(cache)).toEqual([expect.stringMatching(/^rosc\/node-[\d.]+-\w+\/check-[0-9a-f]{32}\.bin$/)]);
    const { mtimeMs, mode } = statSync(join(cache, kept));
    expect(mode & 0o777).toBe(0o600);
    expect(await check(cache)).toEqual(first);
    expect(statSync(join(cache, kept)).mtimeMs).toBe(mtimeMs);
  });

  test('that is damaged, or of an older build, is replaced', async () => {
    const cache = testFolder();
    const first = await check(cache);
    const [kept = ''] = filesUnder(cache);
    const older = join(cache, kept, '..', `check-${'0'.repeat(32)}.bin`);
    writeFileSync(older, 'of an older build');
    writeFileSync(join(cache, kept), 'damaged');
    expect(await check(cache)).toEqual(first);
    expect(filesUnder(cache)).toEqual([kept]);
    expect(statSync(join(cache, kept)).size).toBeGreaterThan(100_000);
  });

  test('is neither read nor written where others can write', async () => {
    const cache = testFolder();
    const first = await check(cache);
    const [kept = ''] = filesUnder(cache);
    writeFileSync(join(cache, kept), 'damaged');
    chmodSync(join(cache, kept, '..'), 0o777);
    expect(await check(cache)).toEqual(first);
    expect(readFileSync(join(cache, kept), 'utf8')).toBe('damaged');
  });

  test('is not kept where that is not wanted or not possible', async () => {
    const cache = testFolder();
    expect((await check(cache, { NODE_DISABLE_COMPILE_CACHE: '1' })).stderr).toBe('');
    expect(filesUnder(cache)).toEqual([]);
    writeFileSync(join(cache, 'rosc'), 'in the way');
    expect((await check(cache)).stderr).toBe('');
    expect(filesUnder(cache)).toEqual(['rosc']);
  });
});

test('two builds of the same sources are the same bytes', async () => {
  const other = testFolder();
  await buildAnew(other);
  const built = join(folder, 'staged/dist');
  const names = filesUnder(built);
  expect(filesUnder(other)).toEqual(names);
  expect(names.filter((name) => !readFileSync(join(built, name)).equals(readFileSync(join(other, name))))).toEqual([]);
});

function filesUnder(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** npm with settings of its own, so that the machine's cannot help or hinder. */
async function npm(args: readonly string[], cwd: string): Promise<void> {
  const env = {
    npm_config_userconfig: join(folder, 'user-npmrc'),
    npm_config_globalconfig: join(folder, 'global-npmrc'),
    npm_config_update_notifier: 'false',
  };
  const { status, stdout, stderr } = await run('npm', args, { cwd, env });
  if (status !== 0) throw new Error(`npm ${args[0]} failed\n${stdout}${stderr}`);
}
