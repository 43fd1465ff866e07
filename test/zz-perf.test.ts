import { test } from 'vitest';
import { diff } from '../src/plan/diff.ts';
import { order } from '../src/plan/order.ts';
import { digestOf } from '../src/plan/digest.ts';
import { dependencies } from '../src/plan/dependencies.ts';
import { configOf, type Rows } from './support/config-of.ts';
import { Session } from 'node:inspector/promises';
test('perf', async () => {
  const rows = (shift: number): Rows => ({
    '/ip/route': Array.from({ length: 40_000 }, (_, index) => ({
      'dst-address': `10.${(index >> 8) & 255}.${index & 255}.0/24`,
      gateway: `10.0.${index % 7}.${(index + shift) % 250}`,
      comment: `rosc:route/${index}`,
    })),
    '/ip/firewall/filter': Array.from({ length: 40_000 }, (_, index) => ({
      chain: 'forward',
      action: 'accept',
      'src-address': `10.9.${((index + shift) >> 8) & 255}.${(index + shift) & 255}`,
    })),
    '/ip/firewall/address-list': Array.from({ length: 20_000 }, (_, index) => ({
      list: 'known',
      address: `192.0.${(index >> 8) & 255}.${index & 255}`,
      comment: `rosc:known/${(index + shift) % 20_000}`,
    })),
  });
  const [prior, desired] = [configOf(rows(0)), configOf(rows(1))];

  let t = performance.now();
  const { changes } = diff(prior, desired, { exclusive: ['/ip/firewall/filter'] });
  console.log('diff', performance.now() - t); t = performance.now();
  order(changes, { prior });
  console.log('order', performance.now() - t); t = performance.now();
  digestOf(prior, ['/ip/route', '/ip/firewall/filter', '/ip/firewall/address-list']);
  console.log('digest', performance.now() - t);
  return;
});
