// The neighbours of the simulated device are counted by family as they are found, each once.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Neighbours } from '../../../src/device/sim/chip/tables.ts';

const neighbour = fc.tuple(
  fc.constantFrom('vlan10', 'vlan20'),
  fc.constantFrom('10.0.10.2', '10.0.10.3', '2001:db8::2', 'fe80::2'),
);

test('as many as are listed, after every one of them and none after a restart', () => {
  fc.assert(
    fc.property(fc.array(neighbour), (found) => {
      const neighbours = new Neighbours();
      for (const [index, [name, address]] of found.entries()) {
        neighbours.add(name, address, `02:00:00:00:00:${index % 10}0`);
        for (const family of [4, 6] as const) expect(neighbours.count(family)).toBe(neighbours.rows(family).length);
      }
      neighbours.clear();
      expect([neighbours.count(4), neighbours.count(6)]).toEqual([0, 0]);
    }),
  );
});
