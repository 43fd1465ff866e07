// The real input and output: this process, its files, its terminal, its clock.

import { setMaxListeners } from 'node:events';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { FileTooLarge, type Io } from './io.ts';
import { realClock } from './real-clock.ts';

export function nodeIo(): Io {
  const abort = new AbortController();
  // Every wait of every command listens to it: a number of listeners is no leak here.
  setMaxListeners(0, abort.signal);
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    // The first signal lets the running command end in a safe state; a second one ends the process at once.
    process.once(name, () => abort.abort(new Error(name)));
  }
  process.stdout.on('error', ignoreClosedPipe);
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
    columns: process.stdout.columns ?? 100,
    readFile: readWhole,
    writeFile: writeDurably,
    listFiles,
    removeFile: (path) => rm(path, { force: true }),
    readStdin,
    ask,
    clock: realClock,
    signal: abort.signal,
  };
}

async function readWhole(path: string, { bytesMax = Number.POSITIVE_INFINITY } = {}): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > bytesMax) throw new FileTooLarge(size);
  return readFile(path);
}

async function writeDurably(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  // The name itself is on disk only when its directory is.
  const directory = await open(dirname(path), 'r');
  await directory.sync().catch(() => undefined);
  await directory.close();
}

async function listFiles(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function ask(question: string, { hidden = false } = {}): Promise<string> {
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
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

/** `rosc … | head` closes the pipe early; that is no error of ours. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
