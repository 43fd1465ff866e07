// Random lines of firewall, NAT, mangle and raw, of both families.

import fc from 'fast-check';
import { line, oneOf, perhaps, rarely, weighted } from './words.ts';

const ports = perhaps(
  'protocol=tcp',
  'protocol=udp',
  'protocol=icmp',
  'protocol=!tcp',
  'protocol=17',
  'protocol=tcp dst-port=514',
  'protocol=tcp dst-port=80',
  'protocol=tcp dst-port=!80',
  'protocol=tcp dst-port=80,500-600',
  'protocol=udp dst-port=500-600',
  'protocol=tcp src-port=514',
  'protocol=udp port=514',
);
const ports6 = perhaps('protocol=tcp', 'protocol=udp', 'protocol=tcp dst-port=80', 'protocol=udp dst-port=514');
const states = perhaps(
  'connection-state=new',
  'connection-state=invalid',
  'connection-state=established,related',
  'connection-state=established,related,untracked',
  'connection-state=!established',
  'connection-state=untracked',
);
const sources = perhaps(
  'src-address=10.0.2.0/24',
  'src-address=10.0.2.0/255.255.255.0',
  'src-address=10.0.3.2',
  'src-address=!10.0.3.0/24',
  'src-address=10.0.2.1-10.0.2.9',
  'src-address-list=some',
  'src-address-list=!some',
);
const destinations = perhaps(
  'dst-address=10.0.3.0/24',
  'dst-address=10.0.3.0/255.255.255.128',
  'dst-address=10.0.2.2',
  'dst-address=198.51.100.0/24',
  'dst-address-list=some',
  'dst-address-list=none',
);
const addresses6 = perhaps(
  'src-address=2001:db8:2::/64',
  'src-address=!2001:db8:2::/64',
  'dst-address=2001:db8:3::2/128',
  'dst-address=2001:db8:ff::/48',
  'src-address-list=some',
);
const entries = perhaps(
  'in-interface=@in',
  'in-interface=@out',
  'in-interface=!@in',
  'in-interface-list=inside',
  'in-interface=all-vlan',
);
const exits = perhaps(
  'out-interface=@out',
  'out-interface=@in',
  'out-interface-list=!inside',
  'out-interface-list=all',
  'out-interface=!all-vlan',
);
/** Matchers that every packet passes, or none; and marks. */
const others = rarely(
  'dst-address-type=local',
  'dst-address-type=unicast',
  'dst-address-type=!local',
  'src-address-type=unicast',
  'ipsec-policy=in,none',
  'ipsec-policy=out,ipsec',
  'connection-nat-state=srcnat',
  'connection-nat-state=dstnat',
  'connection-nat-state=!srcnat',
  'packet-mark=p',
  'packet-mark=no-mark',
  'connection-mark=c',
  'connection-mark=!c',
  'connection-mark=unset',
  'packet-mark=!no-mark',
  'src-address-type=local',
  'src-address-type=!local',
  'dst-address-type=!unicast',
  'connection-mark=no-mark',
  'routing-mark=alt',
);
const others6 = rarely(
  'connection-mark=c',
  'connection-mark=no-mark',
  'packet-mark=no-mark',
  'connection-nat-state=srcnat',
  'connection-nat-state=!dstnat',
  'dst-address-type=local',
);
/** What a conversation does not say, so that nothing can be said. */
const undecided = weighted(
  [80, fc.constant('')],
  [1, oneOf('packet-size=0-600', 'dscp=10', 'src-mac-address=02:00:00:00:02:02', 'limit=10,5:packet')],
  [1, oneOf('connection-limit=10,32', 'nth=2,1', 'limit=10,5:packet')],
);
const disabled = rarely('disabled=yes');
const logged = rarely('log=yes log-prefix=x');

const passing = oneOf(
  'accept',
  'accept',
  'accept',
  'jump jump-target=own',
  'jump jump-target=missing',
  'passthrough',
  'return',
  'log',
  'add-src-to-address-list address-list=seen address-list-timeout=1h',
).map(action);
const refusing = oneOf('drop', 'drop', 'drop', 'reject', 'tarpit protocol=tcp').map(action);
const rest = [sources, destinations, entries, exits, others, undecided, disabled, logged] as const;
const forward = fc.oneof(
  line(oneOf('chain=forward'), passing, states, ports, ...rest),
  line(oneOf('chain=forward'), refusing, states, ports, ...rest),
);

function action(name: string): string {
  return `action=${name}`;
}

function under(menu: string, rest: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return rest.map((words) => `${menu}/add ${words}`);
}

const fasttrack = oneOf(
  'chain=forward action=fasttrack-connection connection-state=established,related',
  'chain=forward action=fasttrack-connection connection-state=established,related',
  'chain=forward action=fasttrack-connection hw-offload=no connection-state=established,related',
  'chain=forward action=fasttrack-connection protocol=tcp connection-state=established',
  'chain=forward action=fasttrack-connection in-interface-list=inside connection-state=established,related',
  'chain=forward action=fasttrack-connection src-address-list=some',
  'chain=forward action=fasttrack-connection',
);
const usual = oneOf(
  'chain=forward action=accept connection-state=established,related',
  'chain=forward action=accept connection-state=established,related,untracked',
  'chain=forward action=drop connection-state=invalid',
  'chain=own action=drop protocol=tcp dst-port=514',
  'chain=own action=return',
  'chain=own action=accept',
  'chain=own action=jump jump-target=inner',
  'chain=inner action=drop protocol=udp',
  'chain=input action=drop',
  'chain=output action=drop',
);

const filter4 = under('/ip/firewall/filter', fc.oneof(forward, fasttrack, usual));

const filter6 = under(
  '/ipv6/firewall/filter',
  fc.oneof(
    line(oneOf('chain=forward'), passing, ports6, states, addresses6, entries, exits, others6, disabled),
    line(
      oneOf('chain=forward'),
      oneOf('action=drop', 'action=reject'),
      ports6,
      states,
      addresses6,
      entries,
      exits,
      others6,
      disabled,
    ),
    usual,
    oneOf('chain=forward action=fasttrack-connection connection-state=established,related'),
  ),
);

const marking = oneOf(
  'chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
  'chain=prerouting action=mark-routing new-routing-mark=alt passthrough=no',
);
const mangling = oneOf(
  'chain=prerouting action=mark-connection new-connection-mark=c',
  'chain=forward action=mark-connection new-connection-mark=c passthrough=no',
  'chain=forward action=mark-packet new-packet-mark=p',
  'chain=prerouting action=mark-packet new-packet-mark=p passthrough=yes',
  'chain=forward action=accept',
  'chain=prerouting action=accept',
  'chain=prerouting action=change-ttl new-ttl=set:9',
  'chain=forward action=change-dscp new-dscp=10',
  'chain=forward action=change-mss new-mss=1300 protocol=tcp tcp-flags=syn',
  'chain=forward action=set-priority new-priority=3',
  'chain=forward action=sniff-tzsp sniff-target=10.0.2.9 sniff-target-port=37008',
  'chain=postrouting action=change-dscp new-dscp=10',
  'chain=postrouting action=mark-packet new-packet-mark=p',
  'chain=postrouting action=drop',
  'chain=forward action=drop',
  'chain=prerouting action=drop',
  'chain=prerouting action=jump jump-target=own',
  'chain=own action=mark-routing new-routing-mark=alt',
  'chain=own action=return',
  'chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c',
  'chain=prerouting action=fasttrack-connection connection-state=established',
);
const mangle = under(
  '/ip/firewall/mangle',
  fc.oneof(
    line(marking, ports, sources, destinations, entries, disabled),
    line(
      mangling.filter((text) => !text.includes('protocol=')),
      ports,
      destinations,
      entries,
      others,
      disabled,
    ),
    mangling,
  ),
);
const mangle6 = under(
  '/ipv6/firewall/mangle',
  line(
    oneOf(
      'chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes',
      'chain=prerouting action=mark-connection new-connection-mark=c connection-state=new',
      'chain=forward action=mark-packet new-packet-mark=p',
      'chain=forward action=change-hop-limit new-hop-limit=set:9',
      'chain=prerouting action=drop',
      'chain=forward action=accept',
    ),
    ports6,
    addresses6,
    entries,
  ),
);

const raw = under(
  '/ip/firewall/raw',
  line(
    oneOf('chain=prerouting', 'chain=prerouting', 'chain=output'),
    oneOf('notrack', 'notrack', 'drop', 'accept', 'log').map(action),
    ports,
    sources,
    destinations,
    entries,
    disabled,
  ),
);
const raw6 = under(
  '/ipv6/firewall/raw',
  line(oneOf('chain=prerouting'), oneOf('notrack', 'drop', 'accept').map(action), ports6, addresses6, entries),
);

const nat = under(
  '/ip/firewall/nat',
  fc.oneof(
    line(
      oneOf(
        'chain=srcnat action=masquerade',
        'chain=srcnat action=accept',
        'chain=srcnat action=src-nat to-addresses=10.0.3.1',
        'chain=srcnat action=log',
        'chain=srcnat action=return',
      ),
      oneOf('out-interface=@out', 'out-interface=@out', 'out-interface-list=!inside'),
      ports,
      sources,
      disabled,
    ),
    oneOf(
      'chain=srcnat action=masquerade out-interface=@in',
      'chain=srcnat action=masquerade src-address=10.0.2.0/24',
      'chain=srcnat action=masquerade out-interface-list=inside',
      'chain=srcnat action=masquerade',
      'chain=srcnat action=jump jump-target=own',
      'chain=own action=masquerade',
      'chain=dstnat action=dst-nat to-addresses=10.0.3.3 dst-address=10.0.2.1 protocol=tcp',
      'chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=10.0.3.77',
      'chain=dstnat action=accept',
      'chain=dstnat action=redirect protocol=udp dst-port=53',
      'chain=dstnat action=redirect protocol=udp dst-port=514',
      'chain=dstnat action=redirect protocol=tcp dst-port=80 in-interface=@in',
      'chain=dstnat action=dst-nat to-addresses=10.0.3.2 protocol=udp dst-port=514',
      'chain=dstnat action=dst-nat to-addresses=10.0.3.2 dst-address=198.51.100.0/24 in-interface=@in',
      'chain=dstnat action=dst-nat to-addresses=10.0.3.3 protocol=tcp dst-port=514 in-interface=@in',
      'chain=dstnat action=dst-nat to-addresses=10.0.2.2 to-ports=80 protocol=udp in-interface=@out',
    ),
  ),
);
const nat6 = under(
  '/ipv6/firewall/nat',
  oneOf(
    'chain=srcnat action=masquerade out-interface=@out',
    'chain=srcnat action=accept',
    'chain=srcnat action=masquerade protocol=udp',
    'chain=dstnat action=redirect protocol=udp dst-port=514',
    'chain=dstnat action=dst-nat to-address=2001:db8:3::3/128 protocol=tcp dst-port=80',
  ),
);

export const policies: fc.Arbitrary<string> = weighted(
  [24, filter4],
  [10, filter6],
  [12, mangle],
  [3, mangle6],
  [6, raw],
  [2, raw6],
  [6, nat],
  [2, nat6],
);
