// What is served goes on until a signal.

import { type ExitStatus, exit, type Io } from './io.ts';

/** The status of the signal. */
export async function servedUntilEnded(io: Io): Promise<ExitStatus> {
  if (!io.signal.aborted) await new Promise((done) => io.signal.addEventListener('abort', done, { once: true }));
  return servedStatus(io);
}

/** Of what has waited for the signal by itself. */
export function servedStatus({ interrupted }: Io): ExitStatus {
  return interrupted ?? exit.fine;
}
