// The simulated device finds its rows by id, name and key without walking through them: whatever was done to the rows,
// it finds the ones that a walk would.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeysOf, Store, type StoredRow } from '../../../src/device/sim/store/store.ts';

const menu = '/interface/vlan';
const keysOf: KeysOf = (values) => (values.get('ports') ?? '').split(',').filter((port) => port !== '');

const word = fc.constantFrom('a', 'b', 'vlan1', 'vlan2', 'vlan3');
const ports = fc.subarray(['p', 'q', 'r']).map((list) => list.join(','));
const step = fc.oneof(
  fc.record({ verb: fc.constant('add' as const), name: word, ports, at: fc.nat(9) }),
  fc.record({ verb: fc.constant('assign' as const), name: fc.option(word, { nil: undefined }), ports, at: fc.nat(9) }),
  fc.record({ verb: fc.constantFrom('remove', 'move', 'restore'), at: fc.nat(9) }),
);

test('what is looked up is what a walk finds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const store = new Store();
      // A row that was here once, to be used after it is gone.
      let old: StoredRow | undefined;
      for (const each of steps) {
        const row = store.rows(menu)[each.at];
        if (each.verb === 'add') {
          const values = new Map([['name', each.name] as const, ['ports', each.ports] as const]);
          store.add(menu, values, row ? { before: row } : {});
        } else if (each.verb === 'restore') store.restore(store.image());
        else if (!row) continue;
        else if (each.verb === 'assign') store.assign(row, { name: each.name, ports: each.ports });
        else if (each.verb === 'move') store.move(row, store.rows(menu)[each.at + 1]);
        else store.remove(row);
        if (old) store.assign(old, store.rows(menu).includes(old) ? {} : { name: 'a', ports: 'p' });
        old ??= row;

        const rows = store.rows(menu);
        for (const name of ['a', 'b', 'vlan1']) {
          expect(store.byName(menu, name)).toBe(rows.find(({ values }) => values.get('name') === name));
        }
        for (const port of ['p', 'q']) {
          const found = rows.filter(({ values }) => (values.get('ports') ?? '').split(',').includes(port));
          expect(new Set(store.rowsBy(menu, keysOf, port))).toEqual(new Set(found));
        }
        for (const { id } of rows) expect(store.byId(menu, id)).toBe(rows.find((other) => other.id === id));
        const free = [1, 2, 3, 4].find((number) => !rows.some(({ values }) => values.get('name') === `vlan${number}`));
        expect(store.freeName('vlan', (name) => store.byName(menu, name) !== undefined)).toBe(`vlan${free}`);
      }
    }),
  );
});
