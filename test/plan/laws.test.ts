// Laws of plans: applying the difference gives the desired configuration, twice is nothing, and order breaks no
// reference.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Config, itemsOf, propertyValue } from '../../src/model/config.ts';
import { diff } from '../../src/plan/diff.ts';
import { digestOf } from '../../src/plan/digest.ts';
import { order } from '../../src/plan/order.ts';
import { applyChanges } from '../../src/plan/patch.ts';
import { longestIncreasing } from '../../src/plan/sequence.ts';
import { configOf, type Rows, rowsOf } from '../support/config-of.ts';
import { examples } from '../support/examples.ts';

const names = fc.constantFrom('a', 'b', 'c', 'd');
const comments = fc.constantFrom(undefined, 'rosc:one', 'rosc:two', 'rosc:three', 'mine');
const withComment = (row: Record<string, string>, comment: string | undefined) => ({
  ...row,
  ...(comment && { comment }),
});
const keyed = <T>(rows: fc.Arbitrary<T>, key: (row: T) => string) =>
  fc.uniqueArray(rows, { selector: key, maxLength: 6 });

const filter = fc.record({
  chain: fc.constantFrom('forward', 'input'),
  action: fc.constantFrom('accept', 'drop'),
  'src-address': fc.constantFrom('10.0.0.0/8', '192.0.2.1', '198.51.100.7'),
});
const rules = fc.array(
  fc.tuple(filter, comments).map(([row, comment]) => withComment(row, comment)),
  { maxLength: 12 },
);
const vlans = keyed(
  fc.record({
    name: names,
    interface: fc.constant('bridge1'),
    'vlan-id': fc.constantFrom('2', '3', '4'),
    mtu: fc.constantFrom('1500', '9000'),
  }),
  (row) => row.name,
);
const ports = keyed(
  fc.record({
    interface: fc.constantFrom('ether1', 'ether2', 'ether3'),
    bridge: fc.constantFrom('bridge1', 'bridge2'),
    pvid: fc.constantFrom('1', '2'),
  }),
  (row) => row.interface,
);

const menus = ['/ip/firewall/filter', '/interface/vlan', '/interface/bridge/port'] as const;
const configs = fc.record({ rules, vlans, ports, owner: fc.constantFrom('rosc:x', 'rosc:y') }).map(
  ({ rules, vlans, ports, owner }): Rows => ({
    '/ip/firewall/filter': rules,
    '/interface/vlan': vlans.map((row) => withComment(row, owner)),
    '/interface/bridge/port': ports.map((row) => withComment(row, owner)),
  }),
);

/** Order within each chain, and everything in other menus as a set. */
function essence(config: Config): unknown {
  const rules = itemsOf(config, '/ip/firewall/filter');
  const chain = (name: string) => ({ items: rules.filter((item) => propertyValue(item, 'chain') === name) });
  return [
    digestOf(chain('forward'), ['/ip/firewall/filter']),
    digestOf(chain('input'), ['/ip/firewall/filter']),
    digestOf(config, ['/interface/vlan', '/interface/bridge/port']),
  ];
}

/** Words of a person that stand behind the tag of an item that was taken over. */
function withoutKept({ items }: Config): Config {
  return {
    items: items.map((item) => {
      const comment = item.properties.get('comment');
      if (!comment) return item;
      const value = comment.value.replace(/ \(.*\)$/, '');
      return { ...item, properties: new Map([...item.properties, ['comment', { ...comment, value }]]) };
    }),
  };
}

test('applying the difference gives the desired configuration, in any menu that is rosc’s alone', () => {
  fc.assert(
    fc.property(configs, configs, (a, b) => {
      const [prior, desired] = [configOf(a), configOf(b)];
      const { changes, displaced } = diff(prior, desired, { exclusive: menus });
      expect(displaced).toEqual([]);
      const after = applyChanges(prior, order(changes, { prior }));
      expect(essence(withoutKept(after))).toEqual(essence(desired));
      expect(diff(after, desired, { exclusive: menus }).changes).toEqual([]);
    }),
    { numRuns: examples(200, 500) },
  );
});

test('foreign items keep their items and their order, and a second plan is empty', () => {
  fc.assert(
    fc.property(configs, configs, (a, b) => {
      const prior = configOf(a);
      const owned = (rows: Rows): Rows => ({
        ...rows,
        '/ip/firewall/filter': (rows['/ip/firewall/filter'] ?? []).map((row, index) => ({
          ...row,
          comment: `rosc:${index}`,
        })),
      });
      const desired = configOf(owned(b));
      const { changes } = diff(prior, desired);
      const after = applyChanges(prior, order(changes, { prior }));
      expect(diff(after, desired).changes).toEqual([]);
      const adopted = new Set(
        changes.filter(({ ownership }) => ownership === 'adopt').map(({ selector }) => JSON.stringify(selector)),
      );
      if (adopted.size > 0) return;
      const foreign = (config: Config) =>
        (rowsOf(config)['/ip/firewall/filter'] ?? []).filter((row) => !row.comment?.startsWith('rosc:'));
      expect(foreign(after)).toEqual(foreign(prior));
    }),
    { numRuns: examples(200, 500) },
  );
});

test('the items that keep their place are as many as can', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30), { maxLength: 9 }), (ranks) => {
      const kept = longestIncreasing(ranks).map((index) => ranks[index] ?? -1);
      expect([...kept].sort((x, y) => x - y)).toEqual(kept);
      expect(kept.length).toBe(bruteForce(ranks));
    }),
  );
});

function bruteForce(ranks: readonly number[]): number {
  let best = 0;
  for (let mask = 0; mask < 1 << ranks.length; mask++) {
    const chosen = ranks.filter((_, index) => mask & (1 << index));
    if (chosen.every((rank, index) => index === 0 || rank > (chosen[index - 1] ?? 0)))
      best = Math.max(best, chosen.length);
  }
  return best;
}
