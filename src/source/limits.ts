// How much of an input is read before rosc says that it cannot be meant. Whoever needs more sets `ROSC_MAX_BYTES`,
// `ROSC_MAX_KEYS`, `ROSC_MAX_FILES`, `ROSC_MAX_DEPTH` or `ROSC_MAX_ROWS`.

export interface Limits {
  /** Of one file. */
  readonly bytesMax: number;
  /** Keys of one site, in all its files; it may have twice as many values, aliases expanded. */
  readonly keysMax: number;
  /** Of one site, the including one among them. */
  readonly filesMax: number;
  /** Of maps and lists in each other, and of files that include each other. */
  readonly depthMax: number;
  /** Of what a device answers at a time, which may have 300 bytes for each. */
  readonly rowsMax: number;
}

/** The largest table that a profile knows has 240,000 routes. */
const rowsMax = 300_000;

export const defaultLimits: Limits = { bytesMax: 16_000_000, keysMax: 100_000, filesMax: 256, depthMax: 64, rowsMax };
