// The order of the rows of one menu, in stretches of some hundred: a row is found by its number, put before another and
// taken out without a walk past all the others.

import { concatenated } from '../source/concatenated.ts';

/** Some rows that follow each other. */
interface Stretch<R> {
  readonly rows: R[];
  /** Of these, the rows that `print` numbers. */
  numbered: number;
}

/** A row that knows where it stands; absent while it stands nowhere. */
export interface Ordered {
  stretch?: Stretch<this>;
  /** Known by this alone, and not by a number of `print`. */
  readonly handle?: string;
}

const stretchMax = 1024;

export class RowOrder<R extends Ordered & { stretch?: Stretch<R> }> {
  readonly #stretches: Stretch<R>[] = [{ rows: [], numbered: 0 }];
  #all: readonly R[] | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): R | undefined {
    return this.#stretches.find(({ rows }) => rows.length > 0)?.rows[0];
  }

  /** A copy: it stays as it is while rows move. */
  all(): readonly R[] {
    this.#all ??= concatenated(this.#stretches.map(({ rows }) => rows));
    return this.#all;
  }

  /** Before a row of this order, or at the end. */
  add(row: R, before?: R): void {
    const last = this.#stretches.at(-1);
    const stretch = before?.stretch ?? last;
    if (!stretch) return;
    const at = before?.stretch ? stretch.rows.indexOf(before) : stretch.rows.length;
    if (at === stretch.rows.length) stretch.rows.push(row);
    else stretch.rows.splice(at, 0, row);
    row.stretch = stretch;
    if (row.handle === undefined) stretch.numbered++;
    this.#changed(1);
    if (stretch.rows.length > stretchMax) this.#split(stretch);
  }

  remove(row: R): void {
    const { stretch } = row;
    if (!stretch) return;
    stretch.rows.splice(stretch.rows.indexOf(row), 1);
    if (row.handle === undefined) stretch.numbered--;
    delete row.stretch;
    this.#changed(-1);
  }

  /** The row that `print` shows with this number. */
  numbered(number: number): R | undefined {
    let left = number;
    for (const { rows, numbered } of this.#stretches) {
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

  #split(stretch: Stretch<R>): void {
    // Rows mostly come one after the other: what is full stays full.
    const isLast = stretch === this.#stretches.at(-1);
    const rows = stretch.rows.splice(isLast ? stretchMax : stretchMax / 2);
    const numbered = rows.filter(({ handle }) => handle === undefined).length;
    stretch.numbered -= numbered;
    const next = { rows, numbered };
    for (const row of rows) row.stretch = next;
    this.#stretches.splice(this.#stretches.indexOf(stretch) + 1, 0, next);
  }
}
