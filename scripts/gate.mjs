// The whole gate: lint, unused code and types beside the tests, some of which wait for devices. Its words go to vitest:
// `pnpm test -u`. A check that fails ends the tests. `--quick`: what fits between two thoughts.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { root } from './bundling.mjs';

const isQuick = process.argv[2] === '--quick';
const checks = [
  ['biome', 'check', '.'],
  ...(isQuick ? [] : [['knip']]),
  // Several checkers each look at what all need, and the tests take the other core.
  ['tsc', '--noEmit', '--checkers', '1'],
  ['tsc', '--noEmit', '--checkers', '1', '-p', 'web'],
];
const laws = ['forwarding/laws', 'lower/policy/laws', 'plan/laws', 'rsc/laws'];
const quick = ['house/tidy', 'house/clocks', 'offload/rules', ...laws].map((name) => `test/${name}`);
const words = isQuick ? [...quick, ...process.argv.slice(3)] : process.argv.slice(2);

function start([command, ...words], stdio) {
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`;
  return spawn(command, words, { cwd: root, env: { ...process.env, PATH: path }, stdio });
}

/** The status of the first check that fails; what checks print does not come between the lines of the tests. */
async function check() {
  for (const each of checks) {
    const child = start(each, ['ignore', 'pipe', 'pipe']);
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
    const [status] = await once(child, 'close');
    if (status === 0) continue;
    process.stdout.write(Buffer.concat(printed));
    return status ?? 1;
  }
  return 0;
}

const tests = start(['vitest', 'run', '--maxWorkers=100%', ...words], 'inherit');
const ended = once(tests, 'close');
const failed = await check();
if (failed !== 0) tests.kill();
const [status] = await ended;
process.exitCode = failed || (status ?? 1);
