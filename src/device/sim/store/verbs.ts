// The generic verbs of any menu, as the API gives them: print with its options, find, get, and changes by id, name or
// list.

import table from '../../../../profiles/simulated/menus.json' with { type: 'json' };
import type { Row } from '../../device.ts';
import { computedRows, dummyMenus } from '../computed.ts';
import type { Answer, Request } from '../request.ts';
import type { Router } from '../router.ts';
import { traps } from '../trap.ts';
import { matchesQuery } from './query.ts';
import { addRow, moveRow, removeRow, setRow } from './rows.ts';
import type { SimMenu } from './sim-menu.ts';
import { parseId, printId, type StoredRow } from './store.ts';
import { storedAt, viewMenu } from './view.ts';

export interface Change {
  readonly row: StoredRow;
  readonly verb: 'add' | 'set' | 'remove' | 'move';
  /** Values before a `set`; of a removed row its last ones. */
  readonly before: ReadonlyMap<string, string>;
}

export interface Outcome {
  readonly answer: Answer;
  readonly changed?: readonly Change[];
}

const printWords: ReadonlySet<string> = new Set(table.print);
/** Read-only properties are not in the menu table; those that are flags may be absent. */
const stateNames: ReadonlySet<string> = new Set(table.state);

/** Throws a Trap when the device refuses. */
export function runVerb(router: Router, menu: SimMenu, request: Request): Outcome {
  switch (request.verb) {
    case 'print':
      return { answer: print(router, menu, request) };
    case 'get':
      return { answer: get(router, menu, request) };
    case 'find': {
      const ids = print(router, menu, request).rows.map((row) => row['.id']);
      return { answer: { rows: [], ret: ids.join(';') } };
    }
    case 'add':
      return add(router, menu, request);
    case 'set':
      return change(router, menu, request, without(request.args, '.id', 'numbers'), request.cleared);
    case 'unset':
      return change(router, menu, request, new Map(), [...(request.args.get('value-name') ?? '').split(',')]);
    case 'enable':
    case 'disable':
      if (menu.kind === 'settings') throw traps.noSuchCommand();
      return change(router, menu, request, new Map([['disabled', request.verb === 'disable' ? 'yes' : 'no']]), []);
    case 'comment':
      return change(router, menu, request, new Map([['comment', request.args.get('comment') ?? '']]), []);
    case 'remove':
      return remove(router, menu, request);
    case 'move':
      return move(router, menu, request);
    default:
      throw traps.noSuchCommand();
  }
}

export function viewOf(router: Router, menu: SimMenu): readonly Row[] {
  const made = computedOf(router, menu);
  const view = menu.kind === 'settings' && made.length > 0 ? made : beside(router, menu, made);
  router.effort.spend(view.length);
  return view;
}

function beside(router: Router, menu: SimMenu, made: readonly Row[]): readonly Row[] {
  const stored = viewMenu(router, menu);
  if (made.length === 0) return stored;
  return dummyMenus.has(menu.path) ? [...made, ...stored] : [...stored, ...made];
}

function computedOf(router: Router, menu: SimMenu): readonly Row[] {
  return computedRows[menu.path]?.(router) ?? [];
}

/** The id of the row that has this number, counted from the top of the list as after a print. */
export function idAt(router: Router, menu: SimMenu, number: number): string | undefined {
  const ahead = dummyMenus.has(menu.path) ? computedOf(router, menu).length : 0;
  const stored = number < ahead ? undefined : storedAt(router, menu, number - ahead);
  return stored ? printId(stored.id) : viewOf(router, menu)[number]?.['.id'];
}

function print(router: Router, menu: SimMenu, { args, query }: Request): Answer {
  for (const name of args.keys()) if (!printWords.has(name)) throw traps.unknownParameter(name);
  if (menu.kind === 'settings') router.store.settings(menu.path);
  let rows = viewOf(router, menu);
  const from = args.get('from');
  if (from !== undefined) {
    const wanted = new Set(from.split(','));
    rows = rows.filter((row) => wanted.has(row['.id'] ?? '') || wanted.has(row.name ?? ''));
  }
  if (query.length > 0) rows = rows.filter((row) => matchesQuery(row, query));
  if (args.has('count-only')) return { rows: [], ret: String(rows.length) };
  const proplist = args.get('.proplist');
  return { rows: proplist === undefined ? rows : rows.map((row) => project(row, proplist.split(','))) };
}

function project(row: Row, names: readonly string[]): Row {
  const projected: Record<string, string> = {};
  for (const name of names) {
    const value = row[name];
    if (value !== undefined) projected[name] = value;
  }
  return projected;
}

function get(router: Router, menu: SimMenu, { args }: Request): Answer {
  const name = args.get('value-name');
  const views = viewOf(router, menu);
  const wanted = args.get('.id') ?? args.get('number') ?? args.get('numbers');
  const row = menu.kind === 'settings' ? views[0] : views.find((view) => isNamed(view, wanted ?? ''));
  if (!row) throw menu.kind !== 'settings' && wanted === undefined ? traps.missing('.id') : traps.noSuchItem();
  if (name === undefined) return { rows: [row] };
  const value = row[name];
  if (value === undefined && !menu.open && !menu.properties.has(name) && !stateNames.has(name)) {
    throw traps.noMatch('value-name');
  }
  return { rows: [], ret: value ?? '' };
}

function isNamed(row: Row, wanted: string): boolean {
  return row['.id'] === wanted || row.name === wanted;
}

function add(router: Router, menu: SimMenu, { args }: Request): Outcome {
  const place = args.get('place-before');
  if (place !== undefined && menu.kind !== 'ordered') throw traps.unknownParameter('place-before');
  const before = place === undefined ? undefined : rowsNamed(router, menu, place)[0];
  const row = addRow(router, menu, args, before);
  return { answer: { rows: [], ret: printId(row.id) }, changed: [{ row, verb: 'add', before: new Map() }] };
}

function change(
  router: Router,
  menu: SimMenu,
  request: Request,
  args: ReadonlyMap<string, string>,
  cleared: readonly string[],
): Outcome {
  const rows = menu.kind === 'settings' ? [router.store.settings(menu.path)] : targetsOf(router, menu, request);
  if (menu.kind === 'settings' && (request.args.has('.id') || request.args.has('numbers'))) {
    throw traps.unknownParameter(request.args.has('.id') ? '.id' : 'numbers');
  }
  const changed: Change[] = [];
  for (const row of rows) {
    const before = new Map(row.values);
    setRow(router, menu, row, args, cleared);
    changed.push({ row, verb: 'set', before });
  }
  return { answer: { rows: [] }, changed };
}

/** Not transactional: rows before the one that fails are gone. */
function remove(router: Router, menu: SimMenu, request: Request): Outcome {
  if (menu.kind === 'settings' || menu.kind === 'fixed') throw traps.noSuchCommand();
  const changed: Change[] = [];
  for (const row of targetsOf(router, menu, request)) {
    removeRow(router, row);
    changed.push({ row, verb: 'remove', before: new Map(row.values) });
  }
  return { answer: { rows: [] }, changed };
}

function move(router: Router, menu: SimMenu, request: Request): Outcome {
  const destination = request.args.get('destination');
  // An id that does not exist moves the row to the end, without an error.
  const id = parseId(destination ?? '');
  const before = id === undefined ? undefined : router.store.byId(menu.path, id);
  const rows = targetsOf(router, menu, request);
  for (const row of rows) moveRow(router, menu, row, before);
  return { answer: { rows: [] }, changed: rows.map((row) => ({ row, verb: 'move', before: new Map(row.values) })) };
}

/** The rows that `.id` or `numbers` name. */
function targetsOf(router: Router, menu: SimMenu, { args }: Request): readonly StoredRow[] {
  const wanted = args.get('.id') ?? args.get('numbers');
  if (wanted === undefined) throw traps.missing('.id');
  const rows = rowsNamed(router, menu, wanted);
  // A row that is changed, or taken out from among so many.
  router.effort.spend(rows.length * (16 + Math.ceil(router.store.rows(menu.path).length / 256)));
  return rows;
}

function rowsNamed(router: Router, menu: SimMenu, wanted: string): readonly StoredRow[] {
  return wanted
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const id = parseId(name);
      const row = id === undefined ? router.store.byName(menu.path, name) : router.store.byId(menu.path, id);
      if (row) return row;
      const isMade = viewOf(router, menu).some((view) => isNamed(view, name));
      throw isMade ? traps.failure('can not change dynamic item') : traps.noSuchItem();
    });
}

function without(args: ReadonlyMap<string, string>, ...names: readonly string[]): Map<string, string> {
  return new Map([...args].filter(([name]) => !names.includes(name)));
}
