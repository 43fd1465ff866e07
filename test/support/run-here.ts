// rosc with real files and devices, in the test's own process.

import { setMaxListeners } from 'node:events';
import { main } from '../../src/cli.ts';
import { nodeIo } from '../../src/io/node-io.ts';
import { withChanges } from '../../src/io/with-changes.ts';
import { compiledProfiles } from './built-in-profiles.ts';
import { isCompiled } from './memory-io.ts';

export interface Began {
  readonly status: Promise<number>;
  readonly out: () => string;
  readonly err: () => string;
  /** Both, in the order in which they were printed. */
  readonly printed: () => string;
  /** Ctrl-C. */
  interrupt(): void;
}

export function beginHere(
  argv: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Began {
  const parts: { readonly stream: 'out' | 'err'; readonly text: string }[] = [];
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  const real = nodeIo();
  const io = withChanges(real, {
    cwd,
    env,
    stdout: (text) => void parts.push({ stream: 'out', text }),
    stderr: (text) => void parts.push({ stream: 'err', text }),
    isTerminal: { stdin: false, stdout: false, stderr: false },
    columns: 100,
    readFile: async (path, limits) => (isCompiled(path) ? compiledProfiles() : real.readFile(path, limits)),
    signal: abort.signal,
    interrupted: undefined,
  });
  const textOf = (stream: 'out' | 'err') =>
    parts
      .filter((part) => part.stream === stream)
      .map(({ text }) => text)
      .join('');
  return {
    status: main(argv, io),
    out: () => textOf('out'),
    err: () => textOf('err'),
    printed: () => parts.map(({ text }) => text).join(''),
    interrupt: () => abort.abort(new Error('SIGINT')),
  };
}
