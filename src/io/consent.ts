// What is asked of whoever sits at the terminal.

import type { Io } from './io.ts';

export function canAsk({ isTerminal }: Io): boolean {
  return isTerminal.stdin && isTerminal.stderr;
}

/** Anything but a yes is a no. */
export async function askedFor(io: Io, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await io.ask(`${question} [y/N] `)).trim());
}
