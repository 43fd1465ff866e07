// The program as users run it: built into a folder of the test's own, and run as a process.

import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { projectRoot } from './project-root.ts';
import { until } from './until.ts';

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to an environment that holds nothing of the caller's but PATH and HOME. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
}

/**
 * For the environment of the program: code that one test compiled is there for the next, in the folder that the run
 * takes away at its end. A test leaves nothing behind.
 */
export const ownCache: Readonly<Record<string, string>> = { XDG_CACHE_HOME: join(inject('runFolder'), 'cache') };

/** The package's files in `folder`, as `pnpm build` makes them in dist/: built once for all tests of a run. */
export async function buildInto(folder: string): Promise<void> {
  cpSync(await builtOnce(), folder, { recursive: true });
}

/** The same, whatever was built before. */
export async function buildAnew(folder: string): Promise<void> {
  const { status, stderr } = await run(process.execPath, ['scripts/build.mjs', '--out', folder]);
  if (status !== 0) throw new Error(`the build failed\n${stderr}`);
}

/** The folder of the run's build. The first process that asks builds; the others wait for it. Nobody writes there. */
export async function builtOnce(): Promise<string> {
  const runFolder = inject('runFolder');
  const [built, failed] = [join(runFolder, 'dist'), join(runFolder, 'failed')];
  if (isFirst(join(runFolder, 'building'))) {
    const unfinished = join(runFolder, 'unfinished');
    await buildAnew(unfinished).catch((error: unknown) => {
      mkdirSync(failed);
      throw error;
    });
    renameSync(unfinished, built);
  }
  await until(() => existsSync(built) || existsSync(failed));
  if (existsSync(failed)) throw new Error('the build failed, as another test says');
  return built;
}

/** Whether nobody has made this folder yet. */
function isFirst(folder: string): boolean {
  return mkdirSync(folder, { recursive: true }) !== undefined;
}

/** The same, and a `rosc` for the PATH: the folder that it is in. */
export async function buildOnPath(folder: string, dist = 'dist'): Promise<string> {
  await buildInto(join(folder, dist));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(folder, dist, 'rosc.js')}' "$@"\n`;
  writeFileSync(join(bin, 'rosc'), program, { mode: 0o755 });
  return bin;
}

/** Runs a program to its end; a status other than 0 is a result, not an error. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd = projectRoot, env = {}, stdin = '' } = options;
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve, reject) => {
    const settings = { cwd, env: { PATH, HOME, ...ownCache, ...env }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(file, [...args], settings, (error, stdout, stderr) => {
      const status = error === null ? 0 : error.code;
      if (typeof status === 'number') resolve({ status, stdout, stderr });
      else reject(error ?? new Error(`${file} was ended by a signal`));
    });
    // A program that does not read its input closes it.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });
}

export interface ScriptOptions extends RunOptions {
  /** The script's own: `$1`, `$2`, … */
  readonly words?: readonly string[];
  /** Ends at the first command that fails, in a pipe too, as the steps of a CI job do. */
  readonly strict?: boolean;
}

/**
 * Nothing of the user's is read first. Bash takes standard input that is a socket, which is what Node.js opens, for a
 * login from afar, and reads ~/.bashrc: what that prints, and the minute that it may wait for a lock, would be the
 * test's.
 */
export const bareBash = ['--noprofile', '--norc'];

/** Runs a script of bash to its end. */
export function runScript(
  script: string,
  { words = [], strict = false, ...options }: ScriptOptions = {},
): Promise<Ran> {
  return run('bash', [...bareBash, ...(strict ? ['-eo', 'pipefail'] : []), '-c', script, 'bash', ...words], options);
}

/** An empty folder, removed with everything in it when the test file or the test is through. */
export function temporaryFolder(): string {
  // On some systems the temporary folder is a symbolic link.
  return realpathSync(mkdtempSync(join(tmpdir(), 'rosc-test-')));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** The same for the length of one test. */
export function testFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}
