// Random routes of both families, routing tables, rules and VRFs.

import type fc from 'fast-check';
import { line, oneOf, perhaps, rarely, weighted } from './words.ts';

const prefixes = oneOf(
  '198.51.100.0/24',
  '198.51.100.0/24',
  '198.51.100.0/24',
  '0.0.0.0/0',
  '198.51.100.9',
  '198.51.100.0/25',
  '10.0.3.0/25',
  '10.0.3.2/32',
  '10.0.3.0/24',
  '10.0.2.0/23',
  '198.51.100.0/255.255.255.0',
).map((prefix) => `dst-address=${prefix}`);

const gateways = weighted(
  [4, oneOf('gateway=10.0.3.2')],
  [
    4,
    oneOf(
      'gateway=10.0.2.3',
      'gateway=10.0.3.3',
      'gateway=10.0.3.2,10.0.3.3',
      'gateway=10.0.3.2,10.0.2.3',
      'gateway=10.0.3.2 distance=5',
      'gateway=10.0.3.2%@out',
      'gateway=@out',
      'gateway=@spare',
      'gateway=203.0.113.1 target-scope=30',
    ),
  ],
  [1, oneOf('gateway=192.0.2.1', 'gateway=10.0.3.77')],
  [2, oneOf('blackhole distance=9', 'blackhole')],
);

const routes4 = line(
  oneOf('/ip/route/add'),
  prefixes,
  gateways,
  perhaps(
    'suppress-hw-offload=yes',
    'suppress-hw-offload=yes',
    'disabled=yes',
    'check-gateway=ping',
    'routing-table=alt',
    'pref-src=10.0.3.1',
    'scope=10',
    'distance=200',
  ),
);

const routes6 = line(
  oneOf('/ipv6/route/add'),
  oneOf(
    'dst-address=2001:db8:ff::/48',
    'dst-address=::/0',
    'dst-address=2001:db8:3::/65',
    'dst-address=2001:db8:ff::9',
  ),
  oneOf(
    'gateway=2001:db8:3::2',
    'gateway=2001:db8:3::2',
    'gateway=2001:db8:3::3',
    'gateway=2001:db8:3::2,2001:db8:2::3',
    'gateway=@out',
    'blackhole distance=9',
    'blackhole',
  ),
  perhaps('routing-table=alt', 'disabled=yes', 'distance=7', 'suppress-hw-offload=yes'),
);

/** What gateways that are not on the link resolve through. */
const recursion = oneOf('/ip/route/add dst-address=203.0.113.1/32 gateway=10.0.3.2 scope=10');

export const ruleSelectors = perhaps(
  'src-address=10.0.2.0/24',
  'dst-address=10.0.3.0/24',
  'dst-address=198.51.100.0/24',
  'src-address=2001:db8:2::/64',
  'src-address=10.0.2.0/24 dst-address=10.0.3.0/24',
  'interface=@in',
  'interface=@out',
  'routing-mark=alt',
);

const rules = line(
  oneOf('/routing/rule/add'),
  ruleSelectors,
  oneOf(
    'action=lookup table=main',
    'action=lookup table=alt',
    'action=lookup-only-in-table table=alt',
    'action=lookup-only-in-table table=main',
    'action=drop',
    'action=unreachable',
  ),
  rarely('disabled=yes', 'min-prefix=0', 'min-prefix=0'),
);

const vrfs = line(
  oneOf('/ip/vrf/add name=cust'),
  oneOf('interfaces=@out', 'interfaces=@in', 'interfaces=@in,@out', 'interfaces=@spare'),
  rarely('disabled=yes'),
  perhaps(
    '\n/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2@cust routing-table=cust',
    '\n/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2 routing-table=cust',
    '\n/ip/route/add dst-address=10.0.3.0/24 gateway=10.0.3.2@main routing-table=cust',
    '\n/ip/route/add dst-address=0.0.0.0/0 blackhole routing-table=cust',
    '\n/routing/rule/add action=lookup table=cust src-address=10.0.2.0/24',
  ),
);

export const routing: fc.Arbitrary<string> = weighted(
  [16, routes4],
  [6, routes6],
  [1, recursion],
  [8, rules],
  [5, vrfs],
);
