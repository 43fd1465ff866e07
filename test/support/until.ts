// Waiting for what goes on outside of a test's own hands: processes, files that are watched, sockets. The only file of
// the tests that waits for real time. It gives up on nothing: a test that hangs is ended by the guard in
// vitest.config.ts.

const pauseMs = 20;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Looks again and again until there is something. */
export async function until<T>(look: () => T | undefined | false): Promise<T> {
  for (;;) {
    const seen = look();
    if (seen !== undefined && seen !== false) return seen;
    await pause(pauseMs);
  }
}
