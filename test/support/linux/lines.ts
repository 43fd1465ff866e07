// Random lines for what a device's CPU does: routes, tables, rules, lists, filter, raw, mangle and NAT of both families.
// `@in`, `@out` and `@spare` stand for L3 interfaces.

import fc from 'fast-check';
import { line, oneOf, perhaps, rarely, weighted } from '../differential/words.ts';
import { routing, settings } from './lines-routing.ts';

const ports = perhaps(
  'protocol=tcp',
  'protocol=udp',
  'protocol=icmp',
  'protocol=!tcp',
  'protocol=tcp dst-port=80',
  'protocol=tcp dst-port=!80',
  'protocol=tcp dst-port=80,500-600',
  'protocol=udp dst-port=500-600',
  'protocol=udp dst-port=514',
  'protocol=tcp src-port=80',
  'protocol=udp src-port=1-1000',
  'protocol=tcp port=80',
  'protocol=udp port=514',
);
const states = perhaps(
  'connection-state=new',
  'connection-state=established',
  'connection-state=established,related',
  'connection-state=established,related,untracked',
  'connection-state=!established',
  'connection-state=!new',
  'connection-state=untracked',
  'connection-state=invalid',
);
const addresses = {
  4: fc.oneof(
    perhaps(
      'src-address=10.0.2.0/24',
      'src-address=!10.0.2.0/24',
      'src-address=10.0.3.2',
      'src-address=10.0.2.1-10.0.2.9',
      'src-address-list=some',
      'src-address-list=!some',
      'src-address-list=none',
      'src-address-list=!none',
    ),
    perhaps(
      'dst-address=10.0.3.0/24',
      'dst-address=!10.0.3.0/24',
      'dst-address=198.51.100.0/24',
      'dst-address=10.0.2.1',
      'dst-address-list=some',
      'dst-address-list=!some',
    ),
  ),
  6: perhaps(
    'src-address=2001:db8:2::/64',
    'src-address=!2001:db8:2::/64',
    'dst-address=2001:db8:3::2/128',
    'dst-address=2001:db8:ff::/48',
    'src-address-list=some',
    'dst-address-list=!some',
  ),
} as const;
const entries = perhaps(
  'in-interface=@in',
  'in-interface=@out',
  'in-interface=!@in',
  'in-interface-list=inside',
  'in-interface-list=!inside',
  'in-interface-list=all',
);
const exits = perhaps(
  'out-interface=@out',
  'out-interface=@spare',
  'out-interface=!@out',
  'out-interface-list=inside',
  'out-interface-list=!inside',
);
const others = weighted(
  [1, fc.constant('')],
  [
    2,
    oneOf(
      'connection-nat-state=srcnat',
      'connection-nat-state=dstnat',
      'connection-nat-state=!dstnat',
      'connection-nat-state=srcnat,dstnat',
      'packet-mark=p',
      'packet-mark=!p',
      'packet-mark=no-mark',
      'connection-mark=c',
      'connection-mark=!c',
      'connection-mark=no-mark',
      'connection-mark=!no-mark',
      'routing-mark=alt',
      'routing-mark=!alt',
      'dst-address-type=local',
      'dst-address-type=local',
      'dst-address-type=!local',
      'dst-address-type=!local',
      'src-address-type=!local',
      'src-address-type=!local',
    ),
  ],
);
const marked = perhaps(
  'connection-mark=c',
  'connection-mark=!c',
  'connection-mark=no-mark',
  'packet-mark=p',
  'packet-mark=!p',
  'packet-mark=no-mark',
  'routing-mark=alt',
  'routing-mark=!alt',
);
const disabled = rarely('disabled=yes');
/** Before the routing decision there is no way out yet. */
const early = ['prerouting', 'input'];

type Family = 4 | 6;
const root = (family: Family) => (family === 4 ? '/ip' : '/ipv6');

function rule(family: Family, table: string, ...words: readonly fc.Arbitrary<string | null>[]): fc.Arbitrary<string> {
  return line(oneOf(`${root(family)}/firewall/${table}/add`), ...words).map((text) =>
    family === 6 ? text.replace('protocol=icmp', 'protocol=icmpv6') : text,
  );
}

const passing = oneOf(
  'accept',
  'accept',
  'jump jump-target=own',
  'jump jump-target=inner',
  'passthrough',
  'log',
  'return',
);
const refusing = oneOf('drop', 'drop', 'reject');
const act = (one: fc.Arbitrary<string>) => one.map((name) => `action=${name}`);

function filter(family: Family): fc.Arbitrary<string> {
  const chain = weighted(
    [8, oneOf('chain=forward')],
    [3, oneOf('chain=own')],
    [1, oneOf('chain=inner', 'chain=input')],
  );
  const narrow = fc.oneof(
    line(addresses[family], ports),
    line(states, entries),
    line(marked, ports),
    line(exits, states),
    line(others, ports, exits),
  );
  return rule(family, 'filter', chain, act(fc.oneof(passing, refusing)), narrow, disabled)
    .map((text) =>
      /chain=(inner|own) .*jump-target=own/.test(text) ? text.replace('jump-target=own', 'jump-target=last') : text,
    )
    .map((text) => (text.includes('chain=inner') ? text.replace('jump-target=inner', 'jump-target=last') : text))
    .map((text) => (text.includes('chain=input') ? text.replace(/ out-interface\S+/g, '') : text));
}

function raw(family: Family): fc.Arbitrary<string> {
  return rule(
    family,
    'raw',
    oneOf('chain=prerouting'),
    act(oneOf('notrack', 'notrack', 'drop', 'accept')),
    ports,
    addresses[family],
    entries,
  );
}

function mangle(family: Family): fc.Arbitrary<string> {
  const onward = perhaps('passthrough=yes', 'passthrough=no');
  const marking = fc.oneof(
    line(oneOf('action=mark-routing new-routing-mark=alt', 'action=mark-routing new-routing-mark=main'), onward),
    line(oneOf('action=mark-connection new-connection-mark=c', 'action=mark-connection new-connection-mark=d'), onward),
    line(oneOf('action=mark-packet new-packet-mark=p'), onward),
  );
  const rest = act(oneOf('accept', 'drop', 'jump jump-target=own', 'return', 'passthrough'));
  const changing = oneOf(
    'chain=forward action=change-dscp new-dscp=10',
    'chain=postrouting action=change-dscp new-dscp=20',
    'chain=forward action=change-mss new-mss=1300 protocol=tcp tcp-flags=syn',
    family === 4
      ? 'chain=prerouting action=change-ttl new-ttl=set:9'
      : 'chain=prerouting action=change-hop-limit new-hop-limit=set:9',
  );
  const before = line(
    oneOf('chain=prerouting', 'chain=prerouting', 'chain=own'),
    fc.oneof({ weight: 3, arbitrary: marking }, { weight: 2, arbitrary: rest }),
    fc.oneof(line(addresses[family], ports), line(states, entries), line(marked, entries), line(others, ports)),
    disabled,
  );
  const after = line(
    oneOf('chain=forward', 'chain=postrouting'),
    fc.oneof(
      marking.filter((text) => !text.includes('routing')),
      act(oneOf('accept', 'drop', 'passthrough')),
    ),
    fc.oneof(line(addresses[family], ports), line(states, exits), line(marked, exits), line(others, ports)),
    disabled,
  );
  return rule(family, 'mangle', weighted([6, before], [3, after], [family === 4 ? 2 : 3, changing])).map((text) =>
    text.includes('chain=own') ? text.replace('jump-target=own', 'jump-target=last') : text,
  );
}

const nat4 = rule(
  4,
  'nat',
  weighted(
    [
      4,
      line(
        oneOf(
          'chain=srcnat action=masquerade',
          'chain=srcnat action=masquerade',
          'chain=srcnat action=src-nat to-addresses=10.0.3.1',
          'chain=srcnat action=src-nat to-addresses=10.0.3.77',
          'chain=srcnat action=accept',
          'chain=srcnat action=jump jump-target=own',
          'chain=own action=masquerade',
          'chain=srcnat action=netmap to-addresses=10.0.9.0/24',
        ),
        perhaps('out-interface=@out', 'out-interface=@spare', 'out-interface-list=!inside'),
        fc.oneof(
          ports,
          perhaps('src-address=10.0.2.0/24', 'src-address-list=some', 'connection-mark=c', 'packet-mark=p'),
        ),
        disabled,
      ),
    ],
    [
      4,
      line(
        oneOf(
          'chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=10.0.2.1',
          'chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=10.0.2.1',
          'chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=198.51.100.0/24',
          'chain=dstnat action=dst-nat to-addresses=10.0.5.2 dst-address=10.0.3.2',
          'chain=dstnat action=netmap to-addresses=10.0.3.0/24 dst-address=198.51.100.0/24',
          'chain=dstnat action=accept',
          'chain=dstnat action=redirect',
          'chain=dstnat action=jump jump-target=own2',
          'chain=own2 action=dst-nat to-addresses=10.0.3.3',
        ),
        perhaps('in-interface=@in', 'in-interface-list=inside', 'in-interface=!@out'),
        perhaps(
          'protocol=tcp',
          'protocol=udp',
          'protocol=tcp dst-port=80',
          'protocol=udp dst-port=514',
          'connection-mark=c',
          'src-address-list=some',
        ),
      ),
    ],
    [
      1,
      oneOf(
        'chain=dstnat action=dst-nat to-addresses=10.0.3.2 to-ports=80 protocol=tcp dst-port=514 dst-address=10.0.2.1',
        'chain=dstnat action=dst-nat to-addresses=10.0.3.3 to-ports=514 protocol=udp in-interface=@in',
        'chain=dstnat action=redirect to-ports=53 protocol=udp dst-port=514',
      ),
    ],
  ),
);
const nat6 = rule(
  6,
  'nat',
  oneOf(
    'chain=srcnat action=masquerade out-interface=@out',
    'chain=srcnat action=masquerade protocol=udp',
    'chain=srcnat action=accept',
    'chain=dstnat action=dst-nat to-address=2001:db8:3::3/128 dst-address=2001:db8:2::1/128',
    'chain=dstnat action=dst-nat to-address=2001:db8:3::3/128 in-interface=@in protocol=tcp',
  ),
);

const firewall: fc.Arbitrary<string> = weighted(
  [10, filter(4)],
  [3, filter(6)],
  [8, mangle(4)],
  [4, mangle(6)],
  [2, raw(4)],
  [1, raw(6)],
  [6, nat4],
  [1, nat6],
);

export const cpuLines: fc.Arbitrary<string> = weighted([4, routing], [9, firewall], [1, settings]);

/** Whether a rule asks for a way out where there is none yet. */
export function isPossible(text: string): boolean {
  const asksExit = / out-interface/.test(text);
  return !(asksExit && (early.some((chain) => text.includes(`chain=${chain}`)) || text.includes('chain=dstnat')));
}
