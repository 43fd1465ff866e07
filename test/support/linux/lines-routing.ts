// Random lines for where a device's CPU sends packets: routes, tables, rules, VRFs, addresses and settings.

import fc from 'fast-check';
import { ruleSelectors } from '../differential/routing.ts';
import { line, oneOf, perhaps, weighted } from '../differential/words.ts';

const routes4 = line(
  oneOf('/ip/route/add'),
  oneOf(
    'dst-address=198.51.100.0/24',
    'dst-address=198.51.100.0/24',
    'dst-address=0.0.0.0/0',
    'dst-address=198.51.100.9',
    'dst-address=198.51.100.0/25',
    'dst-address=10.0.3.0/25',
    'dst-address=10.0.3.0/24',
    'dst-address=10.0.2.0/23',
    'dst-address=10.0.9.0/24',
  ),
  weighted(
    [
      5,
      oneOf(
        'gateway=10.0.3.2',
        'gateway=10.0.2.3',
        'gateway=10.0.5.2',
        'gateway=10.0.3.2,10.0.5.2',
        'gateway=10.0.3.2,10.0.2.3',
        'gateway=10.0.3.2%@out',
        'gateway=@spare',
        'gateway=203.0.113.1 target-scope=30',
        'gateway=203.0.113.1 target-scope=11',
        'gateway=192.0.2.1',
      ),
    ],
    [1, oneOf('blackhole', 'blackhole distance=9')],
  ),
  perhaps('routing-table=alt', 'routing-table=alt', 'distance=5', 'distance=200', 'disabled=yes', 'scope=10'),
);
const recursion = oneOf(
  '/ip/route/add dst-address=203.0.113.1/32 gateway=10.0.3.2 scope=10',
  '/ip/route/add dst-address=203.0.113.0/24 gateway=10.0.5.2 scope=11',
);
const routes6 = line(
  oneOf('/ipv6/route/add'),
  oneOf(
    'dst-address=2001:db8:ff::/48',
    'dst-address=::/0',
    'dst-address=2001:db8:3::/65',
    'dst-address=2001:db8:ff::9/128',
  ),
  oneOf(
    'gateway=2001:db8:3::2',
    'gateway=2001:db8:5::2',
    'gateway=2001:db8:3::2,2001:db8:5::2',
    'gateway=2001:db8:2::3',
    'gateway=@spare',
    'blackhole',
    'blackhole distance=9',
  ),
  perhaps('routing-table=alt', 'routing-table=alt', 'distance=7', 'disabled=yes'),
);
const rules = line(
  oneOf('/routing/rule/add'),
  ruleSelectors,
  oneOf(
    'action=lookup table=main',
    'action=lookup table=alt',
    'action=lookup table=alt',
    'action=lookup-only-in-table table=alt',
    'action=lookup-only-in-table table=main',
    'action=drop',
    'action=unreachable',
  ),
  perhaps('disabled=yes', 'min-prefix=0'),
);
const vrfs = line(
  oneOf('/ip/vrf/add name=cust'),
  oneOf('interfaces=@out', 'interfaces=@in', 'interfaces=@in,@out', 'interfaces=@spare'),
);
const vrfRoutes = oneOf(
  '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2@cust routing-table=cust',
  '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2 routing-table=cust',
  '/ip/route/add dst-address=10.0.3.0/24 gateway=10.0.3.2@main routing-table=cust',
  '/ip/route/add dst-address=0.0.0.0/0 blackhole routing-table=cust',
);
export const settings = weighted(
  [4, oneOf('/ip/settings/set rp-filter=strict', '/ip/settings/set rp-filter=loose')],
  [3, oneOf('/ip/firewall/connection/tracking/set enabled=no', '/ip/firewall/connection/tracking/set enabled=yes')],
  [1, oneOf('/ip/settings/set ip-forward=no', '/ipv6/settings/set forward=no')],
);
const moreAddresses = oneOf(
  '/ip/address/add address=192.0.2.9/24 interface=@in',
  '/ip/address/add address=10.0.3.9/24 interface=@out',
  '/ip/address/add address=192.0.2.8/32 network=192.0.2.1 interface=@out',
  '/ipv6/address/add address=2001:db8:ff::1/64 interface=@out advertise=no',
);

export const routing: fc.Arbitrary<string> = weighted(
  [8, routes4],
  [3, routes6],
  [2, recursion],
  [4, rules],
  [1, moreAddresses],
);
/** Lines that mean something together. */
export const cpuRecipes: readonly (readonly string[])[] = [
  [],
  [
    '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.5.2 routing-table=alt',
    '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt',
  ],
  [
    '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.5.2 routing-table=alt',
    '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2',
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new in-interface=@in',
    '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c in-interface=@in',
  ],
  [
    '/ip/firewall/filter/add chain=forward action=accept connection-state=established,related',
    '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
    '/ip/firewall/filter/add chain=forward action=accept in-interface=@in',
    '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=!dstnat',
    '/ip/firewall/nat/add chain=srcnat action=masquerade out-interface=@out',
  ],
  [
    '/routing/rule/add src-address=10.0.2.0/24 action=lookup table=alt',
    '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.5.2 routing-table=alt',
  ],
  [
    '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2',
    '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.5.2',
  ],
  [
    '/ip/firewall/filter/add chain=own action=drop protocol=tcp dst-port=80',
    '/ip/firewall/filter/add chain=forward action=jump jump-target=own',
  ],
];
export const vrfRecipes: fc.Arbitrary<readonly string[]> = fc
  .tuple(vrfs, fc.array(vrfRoutes, { maxLength: 1 }))
  .map(([vrf, more]) => [vrf, ...more]);
