// Asks before anything is changed, where nobody said --yes.

import { askedFor, canAsk } from '../io/consent.ts';
import { type ExitStatus, exit, type Io } from '../io/io.ts';
import { usage } from '../io/output.ts';

/** The status with which a command ends where there is nobody to ask. */
export function nobodyToAsk(io: Io): ExitStatus | undefined {
  return canAsk(io) ? undefined : usage(io, 'give --yes to apply without a terminal to ask on');
}

/** The status with which it ends because nobody wants it, or nobody can be asked. */
export async function askToApply(io: Io, question: string): Promise<ExitStatus | undefined> {
  const ended = nobodyToAsk(io);
  if (ended !== undefined || (await askedFor(io, question))) return ended;
  io.stderr('Nothing was changed.\n');
  return exit.findings;
}
