// How much a device may say in one reading of all its menus. Each answer has a limit of its own as well, which ends it
// while it comes; this one ends devices that give many large answers.

import type { Allowance } from './device.ts';

/** On average; the longest rows of a device are scripts, which are few. */
export const bytesOfRow = 300;

/** Of one sentence of the API, or one row of REST: the longest texts of a device have some ten thousand bytes. */
export const rowBytesMax = 4 * 1024 * 1024;
/** Rows of a device have some hundred. */
export const rowFieldsMax = 10_000;

/** For menus of one row each. */
export const settingsRowsMax = 1000;

export class ReadingAllowance implements Allowance {
  readonly #rowsMax: number;
  #rows = 0;
  #bytes = 0;

  constructor(rowsMax: number) {
    this.#rowsMax = rowsMax;
  }

  take({ rows, bytes }: { readonly rows: number; readonly bytes: number }): string | undefined {
    this.#rows += rows;
    this.#bytes += bytes;
    const max = this.#rowsMax;
    if (this.#rows <= max && this.#bytes <= max * bytesOfRow) return undefined;
    return `more than ${max} rows, or ${max * bytesOfRow} bytes, in all menus (ROSC_MAX_ROWS allows more)`;
  }
}
