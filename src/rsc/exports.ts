// A file with several exports: the same one twice, as whoever copies from a terminal may have it, or one menu after
// another.

import type { MenuPath } from '../model/config.ts';
import type { SourceFile } from '../source/location.ts';
import { exportHeaders } from './header.ts';
import type { Remarks } from './remarks.ts';
import type { Rows } from './rows.ts';
import type { Stretch } from './script.ts';

/** An export prints all rows of its menus: those of an earlier one in the same file are older. */
export class Exports {
  readonly #file: SourceFile;
  readonly #remarks: Remarks;
  readonly #further: readonly Stretch[];
  readonly #printedBy = new Map<MenuPath, Stretch>();

  constructor(file: SourceFile, remarks: Remarks) {
    this.#file = file;
    this.#remarks = remarks;
    this.#further = exportHeaders(file.text).slice(1);
  }

  /** Takes away what an export before that of the command said of the menu. */
  replaceOlder(table: Rows, { start }: Stretch): void {
    const header = this.#further.findLast((each) => each.start <= start);
    if (!header || this.#printedBy.get(table.menu) === header) return;
    this.#printedBy.set(table.menu, header);
    const older = table
      .all()
      .filter(({ origin }) => origin.kind === 'source' && origin.file === this.#file && origin.start < header.start);
    for (const row of older) table.remove(row);
    if (older.length > 0) this.#remarks.replaced(table.menu, header);
  }
}
