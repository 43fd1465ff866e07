// The built program, interrupted and killed in the middle of a commit: what the device does, and what the next run
// says. Most of the time goes by in waiting for a slow device, so that the tests wait side by side.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, type TestContext, test } from 'vitest';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { buildInto, ownCache, removeFolder, temporaryFolder } from '../support/built-program.ts';
import { projectRoot } from '../support/project-root.ts';
import { beginHere } from '../support/run-here.ts';
import { targetOf } from '../support/sim-target.ts';

const site = join(projectRoot, 'fixtures/sites/rig/site.yaml');
/** Slow enough to be met at work. */
const latencyMs = 60;

let dist: string;

beforeAll(async () => {
  dist = temporaryFolder();
  await buildInto(dist);
});
afterAll(() => removeFolder(dist));

/**
 * A simulated switch, and rosc beside it: what is interrupted is a process, what follows runs here, answered at once.
 */
async function start({ onTestFinished }: TestContext) {
  const cwd = temporaryFolder();
  onTestFinished(() => removeFolder(cwd));
  const simulator = createSimulator({ target: targetOf('CRS326-24G-2S+', '7.14.3'), clock: realClock });
  const [slow, quick] = await Promise.all(
    [latencyMs, 0].map((each) => startServer(simulator, { host: '127.0.0.1', port: 0, latencyMs: each })),
  );
  onTestFinished(async () => void (await Promise.all([slow?.close(), quick?.close()])));
  const env = { ROSC_PASSWORD: '' };
  const by = (server: typeof slow) => ['--device', `core=api://admin@127.0.0.1:${server?.port}`];
  return {
    cwd,
    rosc: async (verb: string, ...more: readonly string[]) => {
      const { status, out, err } = beginHere([verb, site, ...by(quick), ...more], { cwd, env });
      return { status: await status, stdout: out(), stderr: err() };
    },
    begin: (...more: readonly string[]) =>
      spawn(process.execPath, [join(dist, 'rosc.js'), 'apply', site, ...by(slow), '--yes', ...more], {
        cwd,
        env: { ...env, ...ownCache },
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
  };
}

/** Waits until it has said this. */
async function says(child: ChildProcess, text: string): Promise<void> {
  if (!child.stderr) throw new Error('its remarks go elsewhere');
  for await (const line of createInterface({ input: child.stderr })) if (line.includes(text)) return;
  throw new Error(`it ended and never said ${text}`);
}

function stateIn(folder: string): unknown {
  const commits = join(folder, '.rosc', 'commits');
  const [name = ''] = readdirSync(commits).filter((each) => each.endsWith('.state.json'));
  return JSON.parse(readFileSync(join(commits, name), 'utf8')).state;
}

test.concurrent.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s undoes the commit before rosc ends',
  async (signal, context) => {
    const { expect } = context;
    const { begin, rosc, cwd } = await start(context);
    const applying = begin();
    await says(applying, 'core: changing');
    // A lost session takes along what reads the remarks.
    if (signal === 'SIGHUP') applying.stderr.destroy();
    applying.kill(signal);
    const [status] = await once(applying, 'exit');
    expect(status).toBe(3);
    expect(stateIn(cwd)).toBe('undone');
    // The device is the same to all of them.
    if (signal !== 'SIGHUP') return;
    expect((await rosc('recover')).stdout).toBe('No commit is open.\n');
    expect((await rosc('plan', '--detailed-exitcode')).status).toBe(2);
  },
);

test.concurrent('a second signal ends rosc at once, and it says who undoes', async (context) => {
  const { expect } = context;
  const { begin, rosc } = await start(context);
  const applying = begin();
  let told = '';
  applying.stderr.on('data', (text) => {
    told += text;
  });
  await says(applying, 'core: changing');
  applying.stderr.resume();
  applying.kill('SIGINT');
  applying.kill('SIGTERM');
  const [status] = await once(applying, 'close');
  expect([130, 143]).toContain(status);
  expect(told).toContain('ended by a second signal; where a commit was open the device undoes it by itself');
  expect((await rosc('recover')).stdout).toMatch(/^core: commit [0-9a-f]{8} of \S+ was undone: read back/);
});

test.concurrent('after a kill the next run says what is open and what to do', async (context) => {
  const { expect } = context;
  const { begin, rosc, cwd } = await start(context);
  const applying = begin();
  await says(applying, 'core: checking');
  applying.kill('SIGKILL');
  await once(applying, 'exit');
  expect(stateIn(cwd)).toBe('checking');

  const again = await rosc('apply', '--yes');
  expect(again.status).toBe(1);
  expect(again.stderr).toMatch(/apply\/unfinished.*\n?.*commit [0-9a-f]{8} on `core` was left checking/);
  expect(again.stderr).toMatch(/another commit is open on `core`: \w+@.*, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  expect(again.stderr).toContain('`rosc recover`');

  const recovered = await rosc('recover');
  expect([recovered.status, recovered.stdout]).toEqual([
    0,
    expect.stringMatching(/^core: commit [0-9a-f]{8} of \S+ was undone: read back, the device is as it was before\n$/),
  ]);
  expect(stateIn(cwd)).toBe('undone');
  const whole = await rosc('apply', '--yes');
  expect([whole.status, whole.stderr.includes('apply/unfinished')]).toEqual([0, false]);
});
