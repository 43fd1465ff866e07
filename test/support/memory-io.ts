// The program's input and output for tests: output kept in memory, files of the project readable, written ones kept apart.

import { setMaxListeners } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../src/device/device.ts';
import { FileTooLarge, type Io } from '../../src/io/io.ts';
import { realClock } from '../../src/io/real-clock.ts';

import { compiledProfiles } from './built-in-profiles.ts';
import { projectRoot } from './project-root.ts';

/** What a build would have put beside the program, which runs from its source here. */
export function isCompiled(path: string): boolean {
  return path.startsWith(join(projectRoot, 'src')) && path.endsWith('/profiles.json');
}

export interface MemoryIo extends Io {
  readonly out: () => string;
  readonly err: () => string;
  readonly written: ReadonlyMap<string, string>;
  /** Ctrl-C. */
  interrupt(): void;
}

export interface MemoryOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly answers?: readonly string[];
  readonly isTerminal?: boolean;
  readonly clock?: Clock;
  readonly runCommand?: Io['runCommand'];
}

export function memoryIo(options: MemoryOptions = {}): MemoryIo {
  const out: string[] = [];
  const err: string[] = [];
  const written = new Map<string, string>();
  const answers = [...(options.answers ?? [])];
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  const isTerminal = options.isTerminal ?? false;
  return {
    env: options.env ?? {},
    cwd: options.cwd ?? projectRoot,
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    isTerminal: { stdin: isTerminal, stdout: isTerminal, stderr: isTerminal },
    columns: 100,
    readFile: async (path, { bytesMax = Number.POSITIVE_INFINITY } = {}) => {
      const own = written.get(path);
      const bytes = own !== undefined ? Buffer.from(own) : isCompiled(path) ? compiledProfiles() : await readFile(path);
      if (bytes.length > bytesMax) throw new FileTooLarge(bytesMax);
      return bytes;
    },
    writeFile: async (path, text) => void written.set(path, text),
    listFiles: async (path) => {
      const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
      const onDisk = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      const own = [...written.keys()]
        .filter((name) => join(name, '..') === path)
        .map((name) => name.slice(path.length + 1));
      return [...new Set([...onDisk, ...own])].sort();
    },
    listFolders: async (path) => {
      const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
      const onDisk = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      const below = [...written.keys()].filter((name) => name.startsWith(`${path}/`));
      const own = below.map((name) => name.slice(path.length + 1).split('/')).filter((steps) => steps.length > 1);
      return [...new Set([...onDisk, ...own.flatMap(([first]) => first ?? [])])].sort();
    },
    runCommand: async (command, settings) => {
      if (!options.runCommand) throw new Error(`\`${command[0]}\` is not there`);
      return options.runCommand(command, settings);
    },
    removeFile: async (path) => void written.delete(path),
    readStdin: async () => Buffer.from(options.stdin ?? ''),
    ask: async () => answers.shift() ?? '',
    clock: options.clock ?? realClock,
    signal: abort.signal,
    ended: abort.signal,
    out: () => out.join(''),
    err: () => err.join(''),
    written,
    interrupt: () => abort.abort(new Error('SIGINT')),
  };
}
