// The simulated device finds its rows by id, name and key without walking through them: whatever was done to the rows,
// it finds the ones that a walk would.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeysOf, Store, type StoredRow } from '../../../../src/device/sim/store/store.ts';

const menu = '/interface/vlan';
const portsOf: KeysOf = (values) => (values.get('ports') ?? '').split(',').filter((port) => port !== '');

const name = fc.constantFrom('a', 'b', 'vlan1', 'vlan2', 'vlan3');
const ports = fc.subarray(['p', 'q', 'r']).map((list) => list.join(','));
const step = fc.record({
  verb: fc.constantFrom('add', 'add', 'assign', 'remove', 'move', 'restore'),
  name,
  ports: fc.option(ports, { nil: undefined }),
  at: fc.nat(9),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** `at`: in front of that row, or that row itself. */
function take(store: Store, { verb, name, ports, at }: Step): void {
  const row = store.rows(menu)[at];
  if (verb === 'add') store.add(menu, new Map(Object.entries({ name, ports: 'p' })), row ? { before: row } : {});
  else if (verb === 'restore') store.restore(store.image());
  else if (row && verb === 'assign') store.assign(row, { name, ports });
  else if (row && verb === 'move') store.move(row, store.rows(menu)[at + 1]);
  else if (row) store.remove(row);
}

function expectAsWalked(store: Store): void {
  const rows = store.rows(menu);
  const named = (name: string) => rows.find(({ values }) => values.get('name') === name);
  for (const each of ['a', 'b', 'vlan1']) expect(store.byName(menu, each)).toBe(named(each));
  for (const port of ['p', 'q']) {
    const found = rows.filter(({ values }) => portsOf(values).includes(port));
    expect(new Set(store.rowsBy(menu, portsOf, port))).toEqual(new Set(found));
  }
  for (const { id } of rows) expect(store.byId(menu, id)).toBe(rows.find((other) => other.id === id));
  const free = [1, 2, 3, 4].find((number) => !named(`vlan${number}`));
  expect(store.freeName('vlan', (each) => store.byName(menu, each) !== undefined)).toBe(`vlan${free}`);
}

test('what is looked up is what a walk finds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const store = new Store();
      // Somebody goes on to use it after it is gone.
      let first: StoredRow | undefined;
      for (const each of steps) {
        take(store, each);
        first ??= store.rows(menu)[0];
        if (first && !store.rows(menu).includes(first)) store.assign(first, { name: 'a', ports: 'p' });
        expectAsWalked(store);
      }
    }),
  );
});
