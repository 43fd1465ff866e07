// The program's input and output, as one value, so that a test can run any command in-process.

import type { Clock } from '../device/device.ts';

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Results. */
  stdout(text: string): void;
  /** Everything else: progress, questions, remarks. */
  stderr(text: string): void;
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Width of the terminal, or 100. */
  readonly columns: number;
  /**
   * Throws the error of node:fs, FileTooLarge (16 MB unless told otherwise), or ENOTFILE for what is no regular file;
   * where a pipe will do, `<(…)` of a shell is none of those.
   */
  readFile(path: string, options?: { bytesMax?: number; isPipeAllowed?: boolean }): Promise<Uint8Array>;
  /**
   * Writes through a temporary file and syncs it to the disk before it takes the name. Where it is private nobody else
   * sees the folder either.
   */
  writeFile(path: string, text: string, options?: { isPrivate?: boolean }): Promise<void>;
  /** Names of the files in a directory, sorted; empty when there is none. Throws FileTrouble. */
  listFiles(path: string): Promise<readonly string[]>;
  /** Names of the folders in a directory, sorted; empty when there is none. Throws FileTrouble. */
  listFolders(path: string): Promise<readonly string[]>;
  removeFile(path: string): Promise<void>;
  /**
   * What a program prints on standard output; no shell is asked. Throws where it does not end well in time, with a
   * message that holds nothing of what it printed.
   */
  runCommand(command: readonly string[], options: { cwd: string; timeoutMs: number }): Promise<string>;
  /** Throws FileTooLarge. */
  readStdin(options?: { bytesMax?: number }): Promise<Uint8Array>;
  /** Asks on the terminal; `hidden` does not echo the answer. */
  ask(question: string, options?: { hidden?: boolean }): Promise<string>;
  readonly clock: Clock;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP, which end the program at once unless somebody has asked for this. */
  readonly signal: AbortSignal;
  /** By which of them the command was told to end; undefined where none came. */
  readonly interrupted?: Interrupted | undefined;
  /**
   * For what holds nothing: a signal ends the process at once, whatever it computes, unless somebody has asked for
   * `signal`; then this is the same.
   */
  readonly ended: AbortSignal;
}

/**
 * The same for who has to end what it holds on a device: connections outlast a signal, which no longer ends the process
 * either, since a copy has asked for it.
 */
export function outlasting(io: Io): Io {
  return { ...io, ended: new AbortController().signal };
}

export class FileTooLarge extends Error {
  /** That it may have. */
  readonly bytes: number;

  constructor(bytes: number) {
    super(`the file has more than ${bytes} bytes`);
    this.name = 'FileTooLarge';
    this.bytes = bytes;
  }
}

/** By name: the built program has this class in several of its files. */
export function isFileTooLarge(error: unknown): error is FileTooLarge {
  return error instanceof Error && error.name === 'FileTooLarge';
}

/** There is no such file: any other error is of one that is there and cannot be read. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The exit statuses of DESIGN 3. */
export const exit = {
  fine: 0,
  findings: 1,
  changes: 2,
  undone: 3,
  unknown: 4,
  usage: 64,
} as const;
/** 128 and the number of the signal. SIGHUP comes when the terminal or the SSH session is lost. */
export const interrupted = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type Interrupted = (typeof interrupted)[keyof typeof interrupted];
export type ExitStatus = (typeof exit)[keyof typeof exit] | Interrupted;
