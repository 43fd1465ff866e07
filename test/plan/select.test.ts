// A selector means one row, also where several look alike.

import { expect, test } from 'vitest';
import { itemsOf, type MenuPath } from '../../src/model/config.ts';
import { scriptSyntax } from '../../src/model/quote.ts';
import { findExpression } from '../../src/plan/script-command.ts';
import { selectedFinder, selectorsOf } from '../../src/plan/select.ts';
import { configOf } from '../support/config-of.ts';

const menu = '/ip/firewall/filter';

test('each of several that look alike is picked, the first one too', () => {
  const alike = { chain: 'input', action: 'accept', 'src-address': '192.0.2.0/24' };
  const rows = itemsOf(configOf({ [menu]: [alike, { chain: 'input', action: 'drop' }, alike] }), menu);
  const selectors = rows.map(selectorsOf(rows));
  expect(selectors.map(selectedFinder(rows))).toEqual(rows);
  expect(selectors.map(({ nth }) => nth)).toEqual([0, undefined, 1]);
  const [first] = selectors.map((selector) => findExpression(menu, selector, scriptSyntax));
  expect(first).toMatch(/^\[:pick \[find .*\] 0 1\]$/);
});

test('one address is looked for in the spelling that its menu prints', () => {
  const found = (path: MenuPath, name: string, value: string) =>
    findExpression(path, { match: { [name]: value } }, scriptSyntax);
  expect(found('/ip/firewall/address-list', 'address', '192.0.2.1/32')).toContain('address="192.0.2.1"');
  expect(found('/ip/firewall/address-list', 'address', '192.0.2.0/24')).toContain('address="192.0.2.0/24"');
  expect(found('/ipv6/firewall/address-list', 'address', '2001:db8::1/128')).toContain('address="2001:db8::1/128"');
  expect(found('/ip/route', 'dst-address', '192.0.2.1/32')).toContain('dst-address="192.0.2.1/32"');
});
