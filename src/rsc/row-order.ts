// The order of the rows of one menu, in chunks of some hundred: a row is found by its number, put before another and
// taken out without a walk past all the others.

import { concatenated } from '../source/concatenated.ts';

/** Some rows that follow each other. */
interface Chunk<R> {
  readonly rows: R[];
  /** Of these, the rows that `print` numbers. */
  numbered: number;
}

/** A row that knows where it stands; absent while it stands nowhere. */
export interface Ordered {
  chunk?: Chunk<this> | undefined;
  /** Known by this alone, and not by a number of `print`. */
  readonly handle?: string;
}

const chunkMax = 1024;

export class RowOrder<R extends Ordered & { chunk?: Chunk<R> | undefined }> {
  readonly #chunks: Chunk<R>[] = [{ rows: [], numbered: 0 }];
  #all: readonly R[] | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): R | undefined {
    return this.#chunks.find(({ rows }) => rows.length > 0)?.rows[0];
  }

  /** A copy: it stays as it is while rows move. */
  all(): readonly R[] {
    this.#all ??= concatenated(this.#chunks.map(({ rows }) => rows));
    return this.#all;
  }

  /** Before a row of this order, or at the end. */
  add(row: R, before?: R): void {
    const last = this.#chunks.at(-1);
    const chunk = before?.chunk ?? last;
    if (!chunk) return;
    const at = before?.chunk ? chunk.rows.indexOf(before) : chunk.rows.length;
    if (at === chunk.rows.length) chunk.rows.push(row);
    else chunk.rows.splice(at, 0, row);
    row.chunk = chunk;
    if (row.handle === undefined) chunk.numbered++;
    this.#changed(1);
    if (chunk.rows.length > chunkMax) this.#split(chunk);
  }

  remove(row: R): void {
    const { chunk } = row;
    if (!chunk) return;
    chunk.rows.splice(chunk.rows.indexOf(row), 1);
    if (row.handle === undefined) chunk.numbered--;
    row.chunk = undefined;
    this.#changed(-1);
  }

  /** The row that `print` shows with this number. */
  numbered(number: number): R | undefined {
    let left = number;
    for (const { rows, numbered } of this.#chunks) {
      if (left < numbered) {
        return (numbered === rows.length ? rows : rows.filter(({ handle }) => handle === undefined))[left];
      }
      left -= numbered;
    }
    return undefined;
  }

  #changed(by: number): void {
    this.#all = undefined;
    this.#size += by;
  }

  #split(chunk: Chunk<R>): void {
    // Rows mostly come one after the other: what is full stays full.
    const isLast = chunk === this.#chunks.at(-1);
    const rows = chunk.rows.splice(isLast ? chunkMax : chunkMax / 2);
    const numbered = rows.filter(({ handle }) => handle === undefined).length;
    chunk.numbered -= numbered;
    const next = { rows, numbered };
    for (const row of rows) row.chunk = next;
    this.#chunks.splice(this.#chunks.indexOf(chunk) + 1, 0, next);
  }
}
