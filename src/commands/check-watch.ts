// `rosc check SITE --watch`: checks again after every change of the file, beside an editor, until Ctrl-C.

import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { outputOf, usage } from '../io/output.ts';
import { watchSite } from '../pipeline/watch/watch-site.ts';
import { type CheckOptions, check } from './check.ts';

/** Erases screen and scrollback and goes to the top: only the newest report is there to be read. */
const clearScreen = '\u001b[2J\u001b[3J\u001b[H';

export async function checkWatch(io: Io, path: string, options: CheckOptions): Promise<ExitStatus> {
  if (path === '-') {
    return usage(io, '--watch needs a file; standard input does not change');
  }
  const output = outputOf(io, options);
  const checkOnce = async (): Promise<ExitStatus> => {
    if (io.isTerminal.stdout) io.stdout(clearScreen);
    const status = await check(io, path, options);
    const time = new Date(io.clock.now()).toTimeString().slice(0, 8);
    output.remark(`\n${time}: checked; ${path} is watched (Ctrl-C ends)`);
    return status;
  };

  let isRunning = true;
  let isStale = false;
  const checkAgain = async (): Promise<void> => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    // A change during the check means that its report is old already.
    while (isStale && !io.ended.aborted) {
      isStale = false;
      await checkOnce();
    }
    isRunning = false;
  };

  const ended = new AbortController();
  const signal = AbortSignal.any([io.ended, ended.signal]);
  try {
    // Watched from before the first check, so that no change falls between the two.
    await watchSite(io, path, { clock: io.clock, signal }, () => void checkAgain());
    if ((await checkOnce()) === exit.usage) return exit.usage;
    isRunning = false;
    if (isStale) await checkAgain();
    if (!io.ended.aborted) {
      await new Promise((done) => io.ended.addEventListener('abort', done, { once: true }));
    }
    return exit.fine;
  } finally {
    ended.abort();
  }
}
