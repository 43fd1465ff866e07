// The real input and output: this process, its files, its terminal, its clock.

import { execFile } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { type Dirent, constants as fileConstants, writeSync } from 'node:fs';
import { chmod, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import { Writable } from 'node:stream';
import { defaultLimits } from '../source/limits.ts';
import { readAtMost } from '../source/read-at-most.ts';
import { FileTrouble } from './file-trouble.ts';
import { FileTooLarge, type Interrupted, type Io, interrupted, isMissing } from './io.ts';
import { makeFolder } from './make-folder.ts';
import { reasonOf, unreadable, unwritable } from './read-source.ts';
import { realClock } from './real-clock.ts';
import { temporaryName } from './temporary-name.ts';

export function nodeIo(): Io {
  let signal: AbortSignal | undefined;
  const never = new AbortController().signal;
  // A process may ask for it more than once, as tests do.
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners('error').includes(ignoreNobodyReads)) stream.on('error', ignoreNobodyReads);
  return {
    env: process.env,
    cwd: process.cwd(),
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    isTerminal: {
      stdin: process.stdin.isTTY === true,
      stdout: process.stdout.isTTY === true,
      stderr: process.stderr.isTTY === true,
    },
    columns: process.stdout.columns ?? (Number(process.env.COLUMNS) || 100),
    readFile: readWhole,
    writeFile: (path, text, options) =>
      writeDurably(path, text, options).catch((error: unknown) => {
        throw new FileTrouble(unwritable(relative(process.cwd(), path), error), error);
      }),
    listFiles: (path) => list(path, (entry) => entry.isFile()),
    listFolders: (path) => list(path, (entry) => entry.isDirectory()),
    removeFile: (path) => rm(path, { force: true }),
    runCommand,
    readStdin: ({ bytesMax = Number.POSITIVE_INFINITY } = {}) => collect(process.stdin, bytesMax),
    ask,
    clock: realClock,
    get signal() {
      signal ??= listenForSignals();
      return signal;
    },
    get ended() {
      return signal ?? never;
    },
    get interrupted() {
      return signal?.reason instanceof Interruption ? signal.reason.status : undefined;
    },
  };
}

class Interruption extends Error {
  readonly status: Interrupted;

  constructor(name: keyof typeof interrupted) {
    super(name);
    this.status = interrupted[name];
  }
}

/**
 * From here on the first signal lets the running command end in a safe state, and a second one ends the process. Until
 * then, and for commands that never ask, a signal ends it at once, whatever is being computed.
 */
function listenForSignals(): AbortSignal {
  const abort = new AbortController();
  // Every wait of every command listens to it: a number of listeners is no leak here.
  setMaxListeners(0, abort.signal);
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!abort.signal.aborted) return abort.abort(new Interruption(name));
      const undoing = 'where a commit was open the device undoes it by itself, and `rosc recover` shows it';
      try {
        writeSync(process.stderr.fd, `rosc: ended by a second signal; ${undoing}\n`);
      } finally {
        process.exit(interrupted[name]);
      }
    });
  }
  return abort.signal;
}

/** Counts while it reads: a size that is asked for first may be wrong by then, and is zero for much below /proc. */
async function readWhole(path: string, { bytesMax = defaultLimits.bytesMax, isPipeAllowed = false } = {}) {
  const isPipeOfShell = isPipeAllowed && pipesOfShell.test(path);
  // A pipe that nobody writes into does not even open without O_NONBLOCK.
  const file = await open(path, fileConstants.O_RDONLY | (isPipeOfShell ? 0 : fileConstants.O_NONBLOCK));
  try {
    const kind = await file.stat();
    if (kind.isDirectory()) throw systemError('EISDIR', 'it is a directory');
    if (!kind.isFile() && !(isPipeOfShell && kind.isFIFO())) throw systemError('ENOTFILE', 'it is no regular file');
    if (kind.size > bytesMax) throw new FileTooLarge(bytesMax);
    return await collect(file.createReadStream({ autoClose: false }), bytesMax);
  } finally {
    await file.close();
  }
}

/** What a shell puts in place of `<(…)`: its writer is there already. */
const pipesOfShell = /^\/(?:dev|proc\/self)\/fd\/\d+$|^\/dev\/stdin$/;

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

async function collect(stream: AsyncIterable<unknown>, bytesMax: number): Promise<Uint8Array> {
  const read = await readAtMost(stream, bytesMax);
  if (!read) throw new FileTooLarge(bytesMax);
  return read;
}

async function writeDurably(path: string, text: string, { isPrivate = false } = {}): Promise<void> {
  const folder = dirname(path);
  makeFolder(folder, isPrivate ? 0o700 : undefined);
  if (isPrivate) await closeFolders(folder);
  await writeWhole(path, text).catch((error: NodeJS.ErrnoException) => {
    // A runner whose clock is wrong took it for left behind.
    if (error.code !== 'ENOENT') throw error;
    return writeWhole(path, text);
  });
  // The name itself is on disk only when its directory is.
  const directory = await open(folder, 'r');
  await directory.sync().catch(() => undefined);
  await directory.close();
}

async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = temporaryName(path, realClock.now());
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

/** They may be there from before, for everybody: that of the file, and `.rosc` above it. */
async function closeFolders(folder: string): Promise<void> {
  const above = dirname(folder);
  for (const each of basename(above) === '.rosc' ? [above, folder] : [folder]) await chmod(each, 0o700);
}

async function list(path: string, isWanted: (entry: Dirent) => boolean): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw new FileTrouble(unreadable(path, error), error);
  });
  return entries
    .filter(isWanted)
    .map((entry) => entry.name)
    .sort();
}

/** Its own messages are not shown either: some tools repeat the secret in them. */
function runCommand(
  [program = '', ...words]: readonly string[],
  { cwd, timeoutMs }: { readonly cwd: string; readonly timeoutMs: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 65_536 } as const;
    const child = execFile(program, words, options, (error, stdout) => {
      if (error === null) return resolve(stdout);
      const { code, killed } = error;
      const why = killed
        ? `took more than ${timeoutMs / 1000} s`
        : code === 'ENOENT'
          ? 'is not there'
          : `ended with ${code}`;
      reject(new Error(`\`${program}\` ${why}`));
    });
    child.stdin?.end();
  });
}

let lastAnswer: Promise<unknown> = Promise.resolve();

/** Work on several devices may ask at the same time; a person is asked one question after the other. */
function ask(question: string, options?: { readonly hidden?: boolean }): Promise<string> {
  const answer = lastAnswer.then(() => askNow(question, options));
  lastAnswer = answer.catch(() => undefined);
  return answer;
}

async function askNow(question: string, { hidden = false } = {}): Promise<string> {
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const answer = terminal.question(question);
  isMuted = hidden;
  try {
    return await answer;
  } finally {
    terminal.close();
    if (hidden) process.stderr.write('\n');
  }
}

/** `rosc … | head` closes the pipe early, and a lost session takes its terminal along: what is open is still undone. */
function ignoreNobodyReads(error: NodeJS.ErrnoException): void {
  if (lost !== undefined || error.code === 'EPIPE' || error.code === 'EIO') return;
  lost = `rosc: a part of what it says could not be written: ${reasonOf(error)}\n`;
}

let lost: string | undefined;

/** What to say where a disk was full for the results; a command that changes devices ends all the same. */
export function lostOutput(): string | undefined {
  return lost;
}
