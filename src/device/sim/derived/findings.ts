// What the parts of the derivation find: state of stored rows, and rows that nobody wrote.

import type { MenuPath } from '../../../model/config.ts';
import { append } from '../../../source/append.ts';
import type { Row } from '../../device.ts';
import type { StoredRow } from '../store/store.ts';

/** Where the parts write what they find. */
export interface Findings {
  state(row: StoredRow, state: Row): void;
  dynamic(menu: MenuPath, row: Row): void;
}

export interface Collected {
  readonly state: ReadonlyMap<StoredRow, Row>;
  readonly dynamic: ReadonlyMap<MenuPath, readonly Row[]>;
  readonly findings: Findings;
}

export function collect(): Collected {
  const state = new Map<StoredRow, Row>();
  const dynamic = new Map<MenuPath, Row[]>();
  const findings: Findings = {
    state: (row, more) => {
      const known = state.get(row);
      state.set(row, known ? { ...known, ...more } : more);
    },
    dynamic: (menu, row) => append(dynamic, menu, row),
  };
  return { findings, state, dynamic };
}
