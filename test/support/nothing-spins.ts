// Files share a process: a loop that a test leaves behind, turn after turn of the event loop, takes its time from every
// file that comes after it, and nothing else tells.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll } from 'vitest';

/** What ends by itself has ended by then. */
const turns = 100;

afterAll(async () => {
  for (let turn = 0; turn < turns; turn++) {
    await nextTurn();
    if (!process.getActiveResourcesInfo().includes('Immediate')) return;
  }
  throw new Error('a test of this file left something that goes on at every turn of the event loop');
});
