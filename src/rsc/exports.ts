// A file with several exports: the same one twice, as whoever copies from a terminal may have it, or one menu after
// another.

import type { MenuPath } from '../model/config.ts';
import type { SourceFile, TextRange } from '../source/location.ts';
import { exportAt, exportHeaders } from './header.ts';
import type { Remarks } from './remarks.ts';
import type { Row, Rows } from './rows.ts';

/** An export prints all rows of its menus: those of an earlier one in the same file are older. */
export class Exports {
  readonly #remarks: Remarks;
  readonly #further: readonly TextRange[];
  readonly #printedBy = new Map<MenuPath, TextRange>();
  /** Rows that are there by themselves are set, by each export anew. */
  readonly #added = new Set<Row>();

  constructor(file: SourceFile, remarks: Remarks) {
    this.#remarks = remarks;
    this.#further = exportHeaders(file.text).slice(1);
  }

  /** Takes away what an export before that of the command said of the menu. */
  replaceOlder(table: Rows, { start }: TextRange): void {
    if (this.#further.length === 0) return;
    const header = exportAt(this.#further, start);
    if (!header || this.#printedBy.get(table.menu) === header) return;
    this.#printedBy.set(table.menu, header);
    const older = table
      .all()
      .filter((row) => this.#added.has(row) && row.origin.kind === 'source' && row.origin.start < header.start);
    for (const row of older) table.remove(row);
    if (older.length > 0) this.#remarks.replaced(table.menu, header);
  }

  added(row: Row): void {
    if (this.#further.length > 0) this.#added.add(row);
  }
}
