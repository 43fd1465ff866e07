// The token that a server of ours asks for: from a file or the environment, never from an argument, because arguments
// are seen by everybody on the machine.

import { resolve } from 'node:path';
import { isLoopback } from './guard.ts';
import type { Io } from './io.ts';
import { decode } from './read-source.ts';

export interface TokenSource {
  /** Name of the environment variable. */
  readonly variable: string;
  /** As given by `--token-file`. */
  readonly file: string | undefined;
  /** Where it listens: beyond this machine it needs a token. Undefined = nowhere. */
  readonly host: string | undefined;
}

export interface GivenToken {
  /** Undefined = nobody gave one. */
  readonly value: string | undefined;
  /** What is wrong with the one that was given, or with none. */
  readonly problem?: string;
}

export async function readToken(io: Io, { variable, file, host }: TokenSource): Promise<GivenToken> {
  let token = io.env[variable];
  if (file !== undefined) {
    const bytes = await io
      .readFile(resolve(io.cwd, file), { bytesMax: 4096, isPipeAllowed: true })
      .catch(() => undefined);
    if (!bytes) return { value: undefined, problem: `--token-file ${file} cannot be read` };
    token = decode(bytes).split(/\r?\n/)[0] ?? '';
  }
  if (token !== undefined && !/^[\w.~+/=-]{16,}$/.test(token)) {
    return { value: undefined, problem: 'a token has at least 16 letters, digits and -._~+/=' };
  }
  if (token === undefined && host !== undefined && !isLoopback(host)) {
    return { value: undefined, problem: `to listen on ${host}, give --token-file FILE or set ${variable}` };
  }
  return { value: token };
}
