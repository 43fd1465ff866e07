// The templates for engines that run fleets: what the engines' schemas and types say of them, and every command in them, run as
// the engine would run it against a fleet of simulated switches of its own.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { realClock } from '../../../src/io/real-clock.ts';
import {
  buildOnPath,
  ownCache,
  type Ran,
  removeFolder,
  run,
  runScript,
  temporaryFolder,
} from '../../support/built-program.ts';
import { type FleetRig, fleetRig } from '../../support/fleet-rig.ts';
import { projectRoot } from '../../support/project-root.ts';

let folder = '';
let bin = '';

beforeAll(async () => {
  folder = temporaryFolder();
  bin = await buildOnPath(folder);
});
afterAll(() => removeFolder(folder));

const waves = ['canary', 'tenth', 'rest'];
const sites = ['lab', 'b1', 'b2', 'b3'];

interface TemplateRig {
  readonly fleet: FleetRig;
  shell(script: string, env: Readonly<Record<string, string>>): Promise<Ran>;
  /** Devices whose VLAN is there. */
  changed(): readonly string[];
}

async function withFleet(work: (rig: TemplateRig) => Promise<void>): Promise<void> {
  const select = 'select: { kind: branch }';
  const lines = `waves: [{ name: canary, select: { site: lab } }, { name: tenth, ${select}, size: 1 }, { name: rest, ${select} }]`;
  const fleet = await fleetRig({
    sites,
    lines,
    clock: realClock,
    labels: (site) => (site === 'lab' ? 'kind: lab' : 'kind: branch'),
  });
  const environment = {
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    HOME: folder,
    ROSC_PASSWORD: '',
    ROSC_STATE: join(fleet.folder, 'state'),
    ...ownCache,
  };
  try {
    await work({
      fleet,
      shell: (script, env) => runScript(script, { strict: true, cwd: fleet.folder, env: { ...environment, ...env } }),
      changed: () => sites.filter((site) => fleet.simulators.get(site)?.print('/interface/vlan').length === 1),
    });
  } finally {
    await fleet.close();
  }
}

const template = (name: string) => readFileSync(join(projectRoot, 'templates', name), 'utf8');

describe.concurrent('Kubernetes', () => {
  const text = template('kubernetes-wave.yaml');
  const { spec } = parse(text) as Job;
  const container = spec?.template.spec?.containers[0];

  test('is a Job by the types of the API, which know no other keys', async () => {
    const [faults, ofKey, ofValue] = await faultsOfJobs([
      text,
      text.replace('completionMode', 'completionmode'),
      text.replace('completions: 4', 'completions: four'),
    ]);
    expect(faults).toBe('');
    expect(ofKey).toContain('completionmode');
    expect(ofValue).toContain('not assignable');
  });

  test('has one pod for each shard, and each changes its part of the wave', () =>
    withFleet(async ({ shell, changed }) => {
      const values = Object.fromEntries(container?.env?.map(({ name, value = '' }) => [name, value]) ?? []);
      expect(values.SHARDS).toBe(String(spec?.completions));
      const pods = Array.from({ length: Number(values.SHARDS) }, (_, index) =>
        shell(container?.args?.[0] ?? '', {
          WAVE: 'rest',
          SHARDS: values.SHARDS ?? '',
          JOB_COMPLETION_INDEX: String(index),
        }),
      );
      expect((await Promise.all(pods)).map(({ status }) => status)).toEqual(pods.map(() => 0));
      expect(changed()).toEqual(['b2', 'b3']);
    }));
});

describe.concurrent('Argo Workflows', () => {
  interface Template {
    readonly name: string;
    readonly dag?: { readonly tasks: readonly { readonly name: string; readonly depends?: string }[] };
    readonly container?: { readonly args: readonly string[] };
  }
  const { spec } = parse(template('argo-rollout.yaml'), { merge: true }) as {
    readonly spec: { readonly templates: readonly Template[] };
  };
  const named = (name: string) => spec.templates.find((each) => each.name === name);

  test('a wave begins when the one before it has passed', () => {
    const order = named('waves')?.dag?.tasks.map(({ name, depends }) => [name, depends]);
    expect(order).toEqual([
      ['check', undefined],
      ['canary', 'check.Succeeded'],
      ['tenth', 'canary.Succeeded'],
      ['rest', 'tenth.Succeeded'],
    ]);
  });

  test('its shards change the devices, and their reports merge', () =>
    withFleet(async ({ shell, changed }) => {
      for (const SHARD of ['1', '2']) {
        const ran = await shell(named('shard')?.container?.args[0] ?? '', { WAVE: 'rest', SHARD, SHARDS: '2' });
        expect(ran).toMatchObject({ status: 0 });
      }
      expect(changed()).toEqual(['b2', 'b3']);
      const report = await shell(named('report')?.container?.args[0] ?? '', {});
      expect(report).toMatchObject({ status: 0 });
      expect(report.stdout).toMatch(/rest +2 +2/);
    }));
});

describe.concurrent('GitHub', () => {
  interface Workflow {
    readonly env: Readonly<Record<string, string | number>>;
    readonly jobs: Readonly<Record<string, WorkflowJob>>;
  }
  interface WorkflowJob {
    readonly needs?: string | readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
    readonly steps: readonly { readonly run?: string }[];
  }
  const workflow = parse(template('github-rollout.yml')) as Workflow;

  test('is a workflow by the schema of GitHub', async () => {
    mkdirSync(join(folder, '.github/workflows'), { recursive: true });
    const copy = join(folder, '.github/workflows/rollout.yml');
    cpSync(join(projectRoot, 'templates/github-rollout.yml'), copy);
    const validator = join(projectRoot, 'node_modules/.bin/action-validator');
    expect(await run(validator, [copy])).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(copy, template('github-rollout.yml').replaceAll('runs-on:', 'runs-at:'));
    expect((await run(validator, [copy])).status).not.toBe(0);
  });

  test('every wave waits for the one before it, and has as many shards as it says', () => {
    const needs = waves.map((wave) => workflow.jobs[wave]?.needs);
    expect(needs).toEqual(['check', 'canary', 'tenth']);
    for (const wave of waves) {
      expect(workflow.jobs[wave]?.strategy?.matrix.shard.length).toBe(workflow.env.SHARDS);
      expect(workflow.jobs[wave]?.env?.WAVE).toBe(wave);
    }
  });

  test('its commands do what it is for', () =>
    withFleet(async ({ fleet, shell, changed }) => {
      const summary = join(fleet.folder, 'summary.md');
      const env = { GITHUB_STEP_SUMMARY: summary, SHARDS: String(workflow.env.SHARDS) };
      const commands = (job: string) => workflow.jobs[job]?.steps.flatMap(({ run: text }) => text ?? []) ?? [];
      for (const command of commands('check')) expect(await shell(command, env)).toMatchObject({ status: 0 });
      for (const shard of workflow.jobs.rest?.strategy?.matrix.shard ?? []) {
        const report = `reports/report-rest-${shard}`;
        mkdirSync(join(fleet.folder, report), { recursive: true });
        for (const command of commands('rest')) {
          const script = command.replace(/\$\{\{ matrix\.shard \}\}/, String(shard));
          const ran = await shell(script.replace('report.json', `${report}/report.json`), { ...env, WAVE: 'rest' });
          expect(ran).toMatchObject({ status: 0 });
        }
      }
      expect(changed()).toEqual(['b2', 'b3']);
      for (const command of commands('report')) expect(await shell(command, env)).toMatchObject({ status: 0 });
      expect(readFileSync(summary, 'utf8')).toContain('| rest | 2 | 2 confirmed |');
    }));
});

describe.concurrent('GitLab', () => {
  interface Pipeline {
    readonly stages: readonly string[];
    readonly variables: Readonly<Record<string, string>>;
    readonly '.wave': { readonly parallel: number; readonly script: readonly string[] };
    readonly report: { readonly script: readonly string[] };
  }
  const pipeline = parse(template('gitlab-rollout.yml')) as Pipeline;

  test('every job stands in a stage, and waves in their order', () => {
    const jobs = Object.entries(pipeline).filter(([name]) => pipeline.stages.includes(name));
    expect(jobs.map(([name]) => name)).toEqual(['check', ...waves, 'report']);
    expect(jobs.map(([, job]) => (job as { readonly stage?: string }).stage)).toEqual(pipeline.stages);
  });

  test('its commands do what it is for', () =>
    withFleet(async ({ fleet, shell, changed }) => {
      const named = { ROSC_FLEET: pipeline.variables.ROSC_FLEET ?? '' };
      const { parallel, script } = pipeline['.wave'];
      for (let index = 1; index <= parallel; index++) {
        const env = { CI_JOB_STAGE: 'rest', CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(parallel) };
        expect(await shell(script.join('\n'), { ...named, ...env })).toMatchObject({ status: 0 });
      }
      expect(changed()).toEqual(['b2', 'b3']);
      expect(await shell(pipeline.report.script.join('\n'), named)).toMatchObject({ status: 0 });
      expect(readFileSync(join(fleet.folder, 'rosc-junit.xml'), 'utf8')).toContain('testsuite');
    }));
});

const hasAnsible = spawnSync('ansible-playbook', ['--version']).status === 0;
const hasNornir = spawnSync('python3', ['-c', 'import nornir']).status === 0;

describe.concurrent('Ansible', () => {
  test('runs commands that exist', () =>
    withFleet(async ({ shell, changed }) => {
      const tasks = parse(template('ansible/tasks/main.yml')) as readonly Readonly<Record<string, { cmd?: string }>>[];
      const commands = tasks.flatMap((task) => task['ansible.builtin.command']?.cmd ?? []);
      expect(commands.length).toBe(2);
      const values: Readonly<Record<string, string>> = {
        rosc_program: 'rosc',
        'rosc_fleet | quote': 'fleet.yaml',
        rosc_wave_option: '--wave canary',
        rosc_parallel: '8',
      };
      const scripts = commands.map((command) =>
        command.replace(/\{\{ (.+?) \}\}/g, (_, name: string) => values[name] ?? name),
      );
      expect(await Promise.all(scripts.slice(0, 1).map((script) => shell(script, {})))).toMatchObject([{ status: 2 }]);
      expect(await shell(scripts[1] ?? '', {})).toMatchObject({ status: 0 });
      expect(changed()).toEqual(['lab']);
    }));

  test.skipIf(!hasAnsible)(
    'is a role: nothing in check mode, then the fleet, then nothing; and the reason of a failure',
    () =>
      withFleet(async ({ fleet, shell, changed }) => {
        const role = join(fleet.folder, 'roles/rosc');
        cpSync(join(projectRoot, 'templates/ansible'), role, { recursive: true });
        const play = [{ hosts: 'localhost', connection: 'local', gather_facts: false, roles: ['rosc'] }];
        writeFileSync(join(fleet.folder, 'play.yml'), JSON.stringify(play));
        const python = (await shell('python3 -c "import sys; print(sys.executable)"', {})).stdout.trim();
        const variables = `rosc_directory=${fleet.folder} rosc_state=${fleet.folder}/state ansible_python_interpreter=${python}`;
        const playbook = (more = '') =>
          shell(`ansible-playbook -i localhost, play.yml -e '${variables}' ${more}`, { ANSIBLE_NOCOLOR: '1' });
        expect((await playbook('--check')).stdout).toMatch(/changed=1 .*failed=0/);
        expect(changed()).toEqual([]);
        expect((await playbook()).stdout).toMatch(/changed=2 .*failed=0/);
        expect(changed()).toEqual(sites);
        expect((await playbook()).stdout).toMatch(/changed=0 .*failed=0/);
        await fleet.stop('b3');
        const failed = await playbook();
        expect(failed.stdout).toMatch(/b3\/sw1: .*failed=1/s);
      }),
  );
});

describe.concurrent('Nornir', () => {
  test.skipIf(!hasNornir)('plans in a dry run, changes otherwise, and raises the reason', () =>
    withFleet(async ({ fleet, shell, changed }) => {
      cpSync(join(projectRoot, 'templates/nornir_rosc.py'), join(fleet.folder, 'nornir_rosc.py'));
      const hosts = Object.fromEntries(['lab', 'b1'].map((site) => [`${site}/sw1`, { hostname: site, password: '' }]));
      writeFileSync(join(fleet.folder, 'hosts.yaml'), JSON.stringify(hosts));
      const script = `
from nornir import InitNornir
from nornir_rosc import rosc_apply
inventory = {"plugin": "SimpleInventory", "options": {"host_file": "hosts.yaml"}}
nornir = InitNornir(inventory=inventory, logging={"enabled": False})
for dry in (True, False, False):
    result = nornir.run(task=rosc_apply, fleet="fleet.yaml", state="state", dry_run=dry)
    print(dry, result.failed, sorted((name, each[0].changed) for name, each in result.items()))
`;
      writeFileSync(join(fleet.folder, 'run.py'), script);
      const ran = await shell('python3 run.py', {});
      expect(ran.stdout.trim().split('\n')).toEqual([
        "True False [('b1/sw1', True), ('lab/sw1', True)]",
        "False False [('b1/sw1', True), ('lab/sw1', True)]",
        "False False [('b1/sw1', False), ('lab/sw1', False)]",
      ]);
      expect(changed()).toEqual(['lab', 'b1']);
    }),
  );
});

/** What TypeScript says of each file as an object of the API's published type. */
async function faultsOfJobs(texts: readonly string[]): Promise<readonly string[]> {
  const types = join(projectRoot, 'node_modules/kubernetes-types/batch/v1.d.ts');
  const names = texts.map((text, index) => {
    const literal = JSON.stringify(parse(text), undefined, 1);
    const typed = `import type { Job } from ${JSON.stringify(types)};\nexport const job: Job = ${literal};\n`;
    writeFileSync(join(folder, `job${index}.ts`), typed);
    return `job${index}.ts`;
  });
  const compiler = join(projectRoot, 'node_modules/.bin/tsc');
  const options = ['--noEmit', '--ignoreConfig', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
  const { stdout } = await run(compiler, [...options, '--pretty', 'false', ...names], { cwd: folder });
  // What belongs to a fault is indented.
  const faults = stdout.split(/\n(?=\S)/);
  return names.map((name) => faults.filter((fault) => fault.startsWith(name)).join('\n'));
}
