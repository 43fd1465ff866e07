// The files for CI systems: what they have to hold by their systems' rules, and every command in them, run with the
// built program.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildOnPath, type Ran, removeFolder, run, runScript, temporaryFolder } from '../support/built-program.ts';
import { projectRoot } from '../support/project-root.ts';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Hook {
  readonly id: string;
  readonly name: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
}

const action = readYaml('action.yml') as Action;
let folder = '';

beforeAll(async () => {
  folder = temporaryFolder();
  await buildOnPath(folder, 'action/dist');
  // Stands for GitHub: writes down what it is told, and knows one comment when it is told so.
  const gh = '#!/bin/sh\nfor word; do echo "$word"; done >> "$CALLS"\ncase "$*" in *--jq*) echo "$COMMENTS";; esac\n';
  writeFileSync(join(folder, 'bin/gh'), gh, { mode: 0o755 });
  for (const name of ['rig', 'rig-broken']) {
    cpSync(join(projectRoot, 'fixtures/sites', name, 'site.yaml'), join(folder, `${name}.yaml`));
  }
  const compiled = await rosc('compile', 'rig.yaml');
  writeFileSync(join(folder, 'empty.rsc'), `${heading}/ip dns\nset servers=192.0.2.53\n`);
  writeFileSync(join(folder, 'good.rsc'), heading + compiled.stdout);
  // An export says values, not where they come from: here the bridge's address, which is a port's.
  const mac = '02:00:5E:10:00:01';
  const port = `/interface ethernet set [ find default-name=sfp-sfpplus1 ] mac-address=${mac}\n`;
  const values = compiled.stdout.replace(/admin-mac=\[.+?\] mac-address\]/, `admin-mac=${mac}`);
  writeFileSync(join(folder, 'done.rsc'), heading + port + values);
});

afterAll(() => removeFolder(folder));

const heading = '# 2026-01-02 03:04:05 by RouterOS 7.14.3\n# model = CRS326-24G-2S+\n';
const shell = (
  script: string,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
): Promise<Ran> =>
  runScript(script, {
    words,
    strict: true,
    cwd: folder,
    env: { ...env, PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}` },
  });
const rosc = (...args: string[]): Promise<Ran> => run(join(folder, 'bin/rosc'), args, { cwd: folder });

describe('GitHub Action', () => {
  const inputs = (values: Readonly<Record<string, string>>) => ({
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, { default: text = '' }]) => [name, text])),
    ...values,
  });

  /** Runs one step as a runner does, and gives what it left. */
  async function step(
    id: string,
    values: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ) {
    const found = action.runs.steps.find((each) => each.id === id || each.name === id);
    const known: Readonly<Record<string, string>> = Object.fromEntries(
      Object.entries(inputs(values)).map(([name, text]) => [`inputs.${name}`, text]),
    );
    const env = Object.fromEntries(
      Object.entries(found?.env ?? {}).map(([name, text]) => [
        name,
        text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => known[expression] ?? more[expression] ?? ''),
      ]),
    );
    const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
    for (const file of [...Object.values(files), join(folder, 'calls')]) writeFileSync(file, '');
    const runner = {
      ...files,
      RUNNER_TEMP: folder,
      GITHUB_ACTION_PATH: join(folder, 'action'),
      CALLS: join(folder, 'calls'),
    };
    const ran = await shell(found?.run ?? 'exit 99', { ...env, ...runner, GITHUB_REPOSITORY: 'net/work', ...more });
    const left = Object.entries(files).map(([name, file]) => [name, readFileSync(file, 'utf8')]);
    return { ...ran, ...Object.fromEntries(left), calls: readFileSync(join(folder, 'calls'), 'utf8') };
  }

  test('is an action by the schema of GitHub', async () => {
    const validator = join(projectRoot, 'node_modules/.bin/action-validator');
    expect(await run(validator, ['action.yml'])).toMatchObject({ status: 0, stderr: '' });
    // The same validator sees what is wrong.
    writeFileSync(
      join(folder, 'action.yml'),
      readFileSync(join(projectRoot, 'action.yml'), 'utf8').replace('using:', 'used:'),
    );
    expect((await run(validator, [join(folder, 'action.yml')])).status).not.toBe(0);
  });

  test('is composite, and every step that runs something names its shell', () => {
    expect(action.runs.using).toBe('composite');
    expect(action.name).not.toBe('');
    expect(action.description).not.toBe('');
    expect(action.runs.steps.filter((each) => (each.run === undefined) === (each.uses === undefined))).toEqual([]);
    expect(action.runs.steps.filter((each) => each.run !== undefined && each.shell !== 'bash')).toEqual([]);
  });

  test('refers to inputs and steps that exist, and to no input inside a script', () => {
    const text = readFileSync(join(projectRoot, 'action.yml'), 'utf8');
    const names = [...text.matchAll(/\binputs\.([a-z-]+)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in action.inputs))).toEqual([]);
    expect(Object.keys(action.inputs).filter((name) => !names.includes(name))).toEqual([]);
    const ids = action.runs.steps.map(({ id }) => id);
    expect([...text.matchAll(/\bsteps\.([a-z]+)/g)].filter(([, id]) => !ids.includes(id))).toEqual([]);
    expect(action.runs.steps.filter((each) => each.run?.includes('${{'))).toEqual([]);
  });

  test('builds with the package manager that the project names', () => {
    const { packageManager } = readJson('package.json') as { packageManager: string };
    expect(action.runs.steps[0]?.run).toContain(packageManager);
  });

  test('check: annotations on standard output, a report, SARIF, the status', async () => {
    const good = await step('check', { site: 'rig.yaml' });
    expect(good).toMatchObject({ status: 0, stderr: '' });
    expect(good.GITHUB_OUTPUT).toBe(`status=0\nreport=${folder}/rosc.md\nsarif=${folder}/rosc.sarif\n`);
    const bad = await step('check', { site: 'rig-broken.yaml' });
    expect(bad.status).toBe(0);
    expect(bad.GITHUB_OUTPUT).toContain('status=1\n');
    expect(bad.stdout).toMatch(/^::error file=rig-broken\.yaml,line=\d+,/);
    expect(readFileSync(join(folder, 'rosc.md'), 'utf8')).toContain('## rosc');
    const { runs } = readJson(join(folder, 'rosc.sarif')) as { runs: readonly { results: readonly unknown[] }[] };
    expect(runs[0]?.results.length).toBeGreaterThan(0);
  });

  test.each([
    ['boxed switches', 'sim', '2'],
    ['an export without all of it', 'empty.rsc', '2'],
    ['an export that has all of it', 'done.rsc', '0'],
  ])('plan against %s', async (_, against, status) => {
    writeFileSync(join(folder, 'rosc.md'), '## rosc\n');
    const ran = await step('plan', { site: 'rig.yaml', against });
    expect(ran).toMatchObject({ status: 0, GITHUB_OUTPUT: `status=${status}\n` });
    const report = readFileSync(join(folder, 'rosc.md'), 'utf8');
    expect(report).toMatch(/^## rosc\n\n<details><summary>Plan[^~]+~~~~text\n\S.+~~~~\n\n<\/details>\n$/s);
  });

  test('a plan that cannot be made fails', async () => {
    expect((await step('plan', { site: 'rig.yaml', against: 'missing.rsc' })).status).toBe(1);
  });

  test('report: one comment a site, which is made or brought up to date', async () => {
    writeFileSync(join(folder, 'rosc.md'), '## rosc\n');
    const pull = { 'github.event.pull_request.number': '7' };
    const made = await step('Report', { site: 'rig.yaml' }, { ...pull, COMMENTS: '' });
    expect(made).toMatchObject({ status: 0, GITHUB_STEP_SUMMARY: '## rosc\n' });
    expect(made.calls.split('\n')).toEqual(
      expect.arrayContaining(['repos/net/work/issues/7/comments', `body=@${folder}/rosc-comment.md`]),
    );
    expect(made.calls).not.toContain('PATCH');
    expect(readFileSync(join(folder, 'rosc-comment.md'), 'utf8')).toBe('<!-- rosc rig.yaml -->\n## rosc\n');
    const again = await step('Report', { site: 'rig.yaml' }, { ...pull, COMMENTS: '4711' });
    expect(again.calls.split('\n')).toEqual(expect.arrayContaining(['PATCH', 'repos/net/work/issues/comments/4711']));
  });

  test.each([
    ['outside a pull request', { site: 'rig.yaml' }, {}],
    ['when it is not wanted', { site: 'rig.yaml', comment: 'false' }, { 'github.event.pull_request.number': '7' }],
  ])('report: no comment %s', async (_, values, more) => {
    writeFileSync(join(folder, 'rosc.md'), '## rosc\n');
    expect(await step('Report', values, more)).toMatchObject({
      status: 0,
      calls: '',
      GITHUB_STEP_SUMMARY: '## rosc\n',
    });
  });

  test('ends with the status of the check', async () => {
    expect((await step('Result', {}, { 'steps.check.outputs.status': '1' })).status).toBe(1);
    expect((await step('Result', {}, { 'steps.check.outputs.status': '0' })).status).toBe(0);
  });
});

describe('GitLab template', () => {
  const template = readYaml('templates/gitlab-ci.yml') as {
    readonly variables: Readonly<Record<string, string>>;
    readonly rosc: { readonly script: readonly string[]; readonly artifacts: { readonly paths: readonly string[] } };
  };

  test.each([
    ['rig.yaml', 0],
    ['rig-broken.yaml', 1],
  ])('%s ends with %i and leaves its artifacts', async (site, status) => {
    for (const name of template.rosc.artifacts.paths) removeFolder(join(folder, name));
    const variables = { ...template.variables, ROSC_SITE: site, ROSC_AGAINST: 'empty.rsc' };
    expect((await shell(template.rosc.script.join('\n'), variables)).status).toBe(status);
    expect(template.rosc.artifacts.paths.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });
});

describe('pre-commit hooks', () => {
  const hooks = readYaml('.pre-commit-hooks.yaml') as readonly Hook[];

  test.each(hooks)('$id has what pre-commit asks for', (hook) => {
    expect(hook).toMatchObject({ name: expect.any(String), entry: expect.any(String), language: 'system' });
  });

  test.each([
    ['rosc-check', ['rig.yaml'], 0],
    ['rosc-check', ['rig-broken.yaml', 'rig.yaml'], 1],
    ['rosc-audit', ['good.rsc'], 0],
    ['rosc-audit', ['good.rsc', 'missing.rsc'], 1],
  ])('%s of %j ends with %i', async (id, files, status) => {
    const [, script = 'exit 99'] =
      /^sh -c '([^']+)' rosc$/.exec(hooks.find((hook) => hook.id === id)?.entry ?? '') ?? [];
    expect((await shell(script, {}, files)).status).toBe(status);
  });

  test('are for sites and exports', () => {
    const [check, audit] = hooks.map(({ files }) => new RegExp(files));
    expect(['site.yaml', 'branch/site.yml', 'mysite.yaml'].map((name) => check?.test(name))).toEqual([
      true,
      true,
      false,
    ]);
    expect(['core.rsc', 'core.rsc.txt'].map((name) => audit?.test(name))).toEqual([true, false]);
  });
});

describe('Containerfile', () => {
  const lines = readFileSync(join(projectRoot, 'Containerfile'), 'utf8').split('\n');
  const last = lines.slice(lines.lastIndexOf(lines.findLast((line) => line.startsWith('FROM ')) ?? ''));

  test('runs the program as an ordinary user', () => {
    expect(last.find((line) => line.startsWith('USER '))).toBe('USER node');
    expect(last).toContain('ENTRYPOINT ["rosc"]');
  });

  test('builds with commands that exist here, and takes what they make', () => {
    const { packageManager } = readJson('package.json') as { packageManager: string };
    const text = lines.join('\n');
    expect(text).toContain(`npx -y ${packageManager} install --frozen-lockfile`);
    const [, script = ''] = /node (scripts\/\S+)/.exec(text) ?? [];
    expect(existsSync(join(projectRoot, script))).toBe(true);
    expect(text).toContain('COPY --from=build /src/dist ');
  });

  test('makes a name for the program that runs where the image links it', async () => {
    expect((await rosc('--version')).status).toBe(0);
  });
});

function readYaml(path: string): unknown {
  return parse(readFileSync(join(projectRoot, path), 'utf8'));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path.startsWith('/') ? path : join(projectRoot, path), 'utf8'));
}
