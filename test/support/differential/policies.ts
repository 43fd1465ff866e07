// Random lines of firewall, NAT, mangle, raw, queues and what else the kernel does to packets.

import fc from 'fast-check';

/** Words of a console command, without those that are absent. */
export function line(...words: readonly fc.Arbitrary<string | null>[]): fc.Arbitrary<string> {
  return fc.tuple(...words).map((all) => all.filter((word) => word !== null && word !== '').join(' '));
}

export function oneOf(...texts: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...texts);
}

/** Absent half of the time. */
export function perhaps(...texts: readonly string[]): fc.Arbitrary<string | null> {
  return fc.option(oneOf(...texts));
}

const ports = perhaps(
  'protocol=tcp',
  'protocol=udp',
  'protocol=icmp',
  'protocol=tcp dst-port=514',
  'protocol=tcp dst-port=80',
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
const sources = perhaps('src-address=10.0.2.0/24', 'src-address=10.0.3.2', 'src-address=!10.0.3.0/24');
const destinations = perhaps('dst-address=10.0.3.0/24', 'dst-address=10.0.2.2', 'dst-address=198.51.100.0/24');
const entries = perhaps('in-interface=@in', 'in-interface=@out', 'in-interface=!@in');
const exits = perhaps('out-interface=@out', 'out-interface=@in');
const rare = fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: oneOf('disabled=yes') });

const passing = oneOf('accept', 'accept', 'jump jump-target=own', 'passthrough').map(action);
const refusing = oneOf('drop', 'drop', 'reject').map(action);
/** Whoever opens a conversation and drops what is established of it means nothing by it. */
const refusable = perhaps(
  'connection-state=new',
  'connection-state=invalid',
  'connection-state=!established',
  'connection-state=untracked',
);
const rest = [ports, sources, destinations, entries, exits, rare] as const;
const forward = fc.oneof(
  line(oneOf('chain=forward'), passing, states, ...rest),
  line(oneOf('chain=forward'), refusing, refusable, ...rest),
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
  'chain=forward action=fasttrack-connection',
);
const usual = oneOf(
  'chain=forward action=accept connection-state=established,related',
  'chain=forward action=accept connection-state=established,related,untracked',
  'chain=forward action=drop connection-state=invalid',
  'chain=own action=drop protocol=tcp dst-port=514',
  'chain=own action=return',
  'chain=own action=accept',
);

const filter4 = under('/ip/firewall/filter', fc.oneof(forward, fasttrack, usual));

const filter6 = under(
  '/ipv6/firewall/filter',
  fc.oneof(
    line(oneOf('chain=forward'), passing, ports6, states, entries, exits),
    line(oneOf('chain=forward'), refusing, ports6, refusable, entries, exits),
    usual,
    oneOf('chain=forward action=fasttrack-connection connection-state=established,related'),
  ),
);

const mangle = under(
  '/ip/firewall/mangle',
  fc.oneof(
    line(oneOf('chain=prerouting action=mark-routing new-routing-mark=alt passthrough=yes'), ports, sources, entries),
    line(
      oneOf(
        'chain=prerouting action=mark-connection new-connection-mark=c',
        'chain=forward action=mark-packet new-packet-mark=p',
        'chain=forward action=accept',
        'chain=prerouting action=change-ttl new-ttl=set:9',
        'chain=forward action=drop',
        'chain=prerouting action=drop',
        'chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c',
        'chain=prerouting action=fasttrack-connection connection-state=established',
      ),
      ports,
      entries,
    ),
  ),
);

const raw = under(
  '/ip/firewall/raw',
  line(oneOf('chain=prerouting'), oneOf('notrack', 'drop', 'accept').map(action), ports, sources, entries),
);

const nat = under(
  '/ip/firewall/nat',
  fc.oneof(
    line(
      oneOf(
        'chain=srcnat action=masquerade',
        'chain=srcnat action=accept',
        'chain=srcnat action=src-nat to-addresses=10.0.3.1',
      ),
      oneOf('out-interface=@out'),
      ports,
      sources,
    ),
    oneOf('chain=srcnat action=masquerade out-interface=@in', 'chain=srcnat action=masquerade src-address=10.0.2.0/24'),
  ),
);

const settings = oneOf(
  '/ip/firewall/connection/tracking/set enabled=yes',
  '/ip/firewall/connection/tracking/set enabled=no',
  '/ip/settings/set allow-fast-path=no',
  '/ipv6/settings/set allow-fast-path=no',
  '/interface/bridge/settings/set use-ip-firewall=yes',
  '/interface/bridge/settings/set allow-fast-path=no',
  '/interface/bridge/set [find name=bridge] dhcp-snooping=yes',
  '/queue/simple/add name=q target=10.0.2.0/24',
  '/queue/simple/add name=q target=@out',
  '/queue/tree/add name=t parent=global',
  '/queue/tree/add name=t parent=@out',
  '/ip/traffic-flow/set enabled=yes',
);

/** Whether the chip still forwards is not described, so that nothing can be said: not too often. */
const doubtful = oneOf('/ip/settings/set ip-forward=no', '/ipv6/settings/set forward=no');

export const policies: fc.Arbitrary<string> = fc.oneof(
  { weight: 24, arbitrary: filter4 },
  { weight: 10, arbitrary: filter6 },
  { weight: 12, arbitrary: mangle },
  { weight: 6, arbitrary: raw },
  { weight: 6, arbitrary: nat },
  { weight: 12, arbitrary: settings },
  { weight: 1, arbitrary: doubtful },
);
