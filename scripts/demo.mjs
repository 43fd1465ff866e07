// The main job, end to end, against the simulated switch: plan, apply, post-check, then a site whose errors stop it.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const rosc = join(root, 'dist', 'rosc.js');
const rig = 'fixtures/sites/rig/site.yaml';
const broken = 'fixtures/sites/rig-broken/site.yaml';
const folder = mkdtempSync(join(tmpdir(), 'rosc-demo-'));
const planFile = join(folder, 'plan.json');
const environment = { ...process.env, ROSC_PASSWORD: '' };

const { device, simulator } = await startSimulator();
let isAsExpected = true;
try {
  say('A boxed switch, simulated: what would change?');
  run(['plan', rig, '--device', device, '--out', planFile], 0);
  say('Push that plan as a confirmed commit; the post-check earns the confirmation.');
  run(['apply', planFile, '--device', device, '--yes'], 0);
  say('A second plan is empty.');
  run(['plan', rig, '--device', device, '--detailed-exitcode'], 0);
  say('The post-check alone, whenever you like.');
  run(['verify', rig, '--device', device], 0);
  say('The same site with one policy route more than this chip can do.');
  run(['check', broken], 1);
  run(['plan', broken, '--device', device], 1);
  say('Its errors stop apply before the first change.');
  run(['apply', broken, '--device', device, '--yes'], 1);
} finally {
  simulator.kill();
  rmSync(folder, { recursive: true });
}
process.stdout.write(
  isAsExpected ? '\nThe main job ran as it should.\n' : '\nSomething above did not end as it should.\n',
);
process.exitCode = isAsExpected ? 0 : 1;

async function startSimulator() {
  const child = spawn(process.execPath, [rosc, 'sim', '--api', '127.0.0.1:0', '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { api } = JSON.parse(line);
  process.stdout.write(`The simulated switch listens on ${api}.\n`);
  return { simulator: child, device: `core=api://admin@${api}` };
}

function say(text) {
  process.stdout.write(`\n━━ ${text}\n`);
}

function run(args, expected) {
  process.stdout.write(`\n$ rosc ${args.join(' ')}\n\n`);
  const colour = process.stdout.isTTY ? ['--color', 'always'] : [];
  const { status } = spawnSync(process.execPath, [rosc, ...args, ...colour], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  process.stdout.write(`(exit ${status})\n`);
  if (status !== expected) isAsExpected = false;
}
