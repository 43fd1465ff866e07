// Names of files that are being written, before they take their own. Each tells since when, so that one that a killed
// run left behind is known as such by whoever finds it.

/** Writing a file takes less. Clocks of two runners may differ by more; a writer whose file is gone writes again. */
const leftBehindMs = 60_000;

/** On a shared volume two writers may have the same process id. */
export function temporaryName(path: string, nowMs: number): string {
  return `${path}.${Math.round(nowMs).toString(36)}-${Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex')}.tmp`;
}

/** Whether whoever began to write it is gone. */
export function isLeftBehind(name: string, nowMs: number): boolean {
  const [, since] = /\.([0-9a-z]{8,9})-[0-9a-f]{12}\.tmp$/.exec(name) ?? [];
  return since !== undefined && Math.abs(nowMs - Number.parseInt(since, 36)) > leftBehindMs;
}
