// Devices on which the engine and the kernel once disagreed, as small as they could be made.

import type { KernelCase } from './cases.ts';
import { found, mark, other } from './found-case.ts';
import { foundUntracked } from './found-untracked.ts';

const netmap = [
  '/ip/address/add address=10.0.3.9/24 interface=ether3',
  '/ip/firewall/nat/add chain=dstnat action=netmap to-addresses=10.0.3.0/24 dst-address=198.51.100.0/24',
];
const far = { dst: '198.51.100.9' };
const viaRight = '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2';
const toDevice = { dst: '10.0.2.1', oneWay: true };

export const foundByKernel: Readonly<Record<string, KernelCase>> = {
  'the table of a mark goes before the addresses of the device': found([...other, mark], toDevice),
  'raw rules mean packets for the device too': found(
    ['/ip/firewall/raw/add chain=prerouting action=drop protocol=udp'],
    toDevice,
  ),
  'mangle rules mean packets for the device too': found(['/ip/firewall/mangle/add chain=input action=drop'], toDevice),
  'a redirect ends in the input chain': found([
    '/ip/firewall/nat/add chain=dstnat action=redirect',
    '/ip/firewall/filter/add chain=input action=drop dst-address=10.0.2.1',
  ]),
  'what is not tracked has no connection mark': found([
    '/ip/firewall/raw/add chain=prerouting action=notrack',
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c',
    '/ip/firewall/filter/add chain=forward action=drop connection-mark=c',
  ]),
  'an IPv6 rule translates to an address of its own name': found(
    [
      '/ipv6/firewall/nat/add chain=dstnat action=dst-nat to-address=2001:db8:3::3/128',
      '/ipv6/firewall/filter/add chain=forward action=drop dst-address=2001:db8:3::3/128',
    ],
    { family: 6, src: '2001:db8:2::2', dst: '2001:db8:3::2' },
  ),
  'the way back to a source is looked up as if it came where the packet leaves': found([
    '/ip/settings/set rp-filter=strict',
    '/routing/rule/add interface=ether3 action=drop',
  ]),
  'the way back to a source counts for packets to the device': found(
    ['/ip/settings/set rp-filter=strict', ...other, '/routing/rule/add action=lookup table=alt'],
    toDevice,
  ),
  'a connection opens by one interface and goes on by another': found([...other, `${mark} connection-state=new`]),
  'answers that are not tracked leave the openers new': found([
    '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether3',
    '/ip/firewall/filter/add chain=forward action=drop connection-state=established',
  ]),
  'answers that are not tracked have no connection mark': found([
    '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether3',
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c',
    '/ip/firewall/filter/add chain=forward action=drop connection-mark=c in-interface=ether3',
  ]),
  'later answers carry the mark that the first one gave the connection': found([
    ...other,
    '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c in-interface=ether3',
    '/ip/firewall/mangle/add chain=forward action=mark-connection new-connection-mark=c in-interface=ether3',
  ]),
  'no packets are taken from an address of the device': found([
    ...other,
    mark,
    '/ip/firewall/nat/add chain=dstnat action=redirect',
  ]),
  'a translation does not switch forwarding on': found(
    ['/ip/settings/set ip-forward=no', '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2'],
    { dst: '10.0.2.1' },
  ),
  'a next hop is looked for behind the most specific route of a scope that fits': found(
    [`${viaRight} target-scope=11`, '/ip/route/add dst-address=10.0.3.0/25 gateway=10.0.5.2 scope=10'],
    far,
  ),
  'a scope that is not greater than the target scope becomes greater': found(
    [viaRight, '/ip/route/add dst-address=10.0.3.0/25 gateway=10.0.5.2 scope=10'],
    far,
  ),
  "netmap gives each address its own, which may be the device's": found(netmap, far),
  'raw rules see the address that a source was translated to, whosever it is': found(
    [
      '/ip/firewall/nat/add chain=srcnat action=src-nat to-addresses=10.0.3.77',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=established,related',
      '/ip/firewall/raw/add chain=prerouting action=drop dst-address=!10.0.3.0/24 in-interface=!ether2',
    ],
    { dst: '10.0.5.2' },
  ),
  'the first answer does not carry the mark that it gives': found([
    '/ip/firewall/mangle/add chain=postrouting action=drop connection-mark=no-mark out-interface=ether2',
    '/ip/firewall/mangle/add chain=postrouting action=mark-connection new-connection-mark=c connection-state=established',
  ]),
  'the first answer may leave by another interface than later ones': found([
    ...other,
    '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c',
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=established',
  ]),
  'what is invalid gets no connection mark': found(
    [
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether2',
      '/ip/firewall/mangle/add chain=forward action=mark-connection new-connection-mark=c',
    ],
    { protocol: 'icmp', dport: 0 },
  ),
  'later answers carry the mark that later openers gave the connection': found([
    '/ip/firewall/mangle/add chain=forward action=mark-connection new-connection-mark=d connection-state=!new out-interface=ether3',
  ]),
  'an opener that nobody answers stays new, whatever raw rules do to answers': found(
    [
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c',
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=!ether2',
    ],
    { protocol: 'tcp', dport: 80, oneWay: true },
  ),
  'a connection is translated as its first packet was, whatever mark it has later': found([
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c',
    '/ip/firewall/nat/add chain=srcnat action=masquerade connection-mark=c',
    '/ip/firewall/mangle/add chain=forward action=mark-connection new-connection-mark=no-mark connection-state=established',
  ]),
  'source NAT by port means some of a class': found(['/ip/firewall/nat/add chain=srcnat action=masquerade port=514'], {
    dport: 53,
    oneWay: true,
  }),
  'what is dropped later leaves by its path of a route first': found(
    [
      '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2,10.0.5.2',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=established',
    ],
    far,
  ),
  'answers of which tracking saw no opener go their own way': found(
    [
      ...other,
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new',
      `${mark} connection-mark=c`,
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether2',
    ],
    { dst: '10.0.3.2' },
  ),
  'what is redirected may leave with another source': found(
    [
      ...other,
      mark,
      '/ip/firewall/nat/add chain=srcnat action=src-nat to-addresses=10.0.3.1',
      '/ip/firewall/nat/add chain=dstnat action=redirect',
    ],
    toDevice,
  ),
  'min-prefix hides no route that drops': found(
    [
      '/routing/table/add name=alt fib',
      '/ip/route/add dst-address=0.0.0.0/0 blackhole routing-table=alt',
      '/routing/rule/add action=lookup table=alt min-prefix=0',
    ],
    { dst: '10.0.5.2' },
  ),
  'what is redirected is addressed to the device still': found(
    [
      ...other,
      mark,
      '/ip/firewall/nat/add chain=dstnat action=redirect',
      '/ip/firewall/mangle/add chain=postrouting action=drop dst-address-type=local',
    ],
    { dst: '10.0.5.2' },
  ),
  'a masqueraded connection ends where it would leave by another interface': found([
    ...other,
    '/ip/firewall/nat/add chain=srcnat action=masquerade',
    `${mark} connection-state=new`,
  ]),
  'TCP packets behind an opener whose answers are kept from tracking are invalid, and not translated': found(
    [
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=!ether2',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.5.2 dst-address=10.0.3.2',
    ],
    { protocol: 'tcp', dport: 80 },
  ),
  'answers that are kept from tracking go to whom their source was translated to': found(
    [
      '/ip/firewall/raw/add chain=prerouting action=notrack src-port=1-1000',
      '/ip/firewall/nat/add chain=srcnat action=src-nat to-addresses=10.0.3.77',
      '/ip/firewall/filter/add chain=forward action=drop dst-address=10.0.3.77',
    ],
    { dst: '10.0.5.2' },
  ),
  'another table has paths of its own': found(
    [
      '/routing/table/add name=alt fib',
      '/ip/route/add dst-address=10.0.3.0/25 gateway=10.0.3.2,10.0.2.3 routing-table=alt',
      `${mark} connection-mark=c`,
      '/ip/firewall/mangle/add chain=forward action=mark-connection new-connection-mark=c connection-state=established',
    ],
    { protocol: 'tcp', in: 'ether3', src: '10.0.3.2', dst: '10.0.2.2', sport: 50_012 },
  ),
  'what opens a connection leaves, and what follows is for the device': found(
    [
      ...other,
      '/ip/firewall/mangle/add chain=postrouting action=mark-connection new-connection-mark=c',
      '/ip/firewall/nat/add chain=srcnat action=netmap to-addresses=10.0.9.0/24',
      `${mark} connection-mark=no-mark`,
    ],
    toDevice,
  ),
  'a rule that changes no way leaves the rest known, whether it matches or not': found(
    ['/ip/firewall/mangle/add chain=forward action=change-mss new-mss=1300 protocol=tcp tcp-flags=syn'],
    { protocol: 'tcp', dport: 80 },
  ),
  'what goes to the new address already is not translated': found([
    '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.2',
    '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=dstnat',
  ]),
  'answers are judged by what the CPU takes them for, of which it saw no opener': found([
    '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether2',
    '/ip/firewall/filter/add chain=forward action=drop connection-state=established',
  ]),
  'who is disabled has no networks': found(['/interface/ethernet/set [find default-name=ether3] disabled=yes']),
  'a rule that changes no way leaves what is dropped behind it known': found(
    [
      '/ip/firewall/mangle/add chain=forward action=change-mss new-mss=1300 protocol=tcp tcp-flags=syn',
      '/ip/firewall/mangle/add chain=forward action=drop in-interface=ether3',
    ],
    { protocol: 'tcp', dport: 80 },
  ),
  'nobody is behind a bridge without ports': found(
    ['/interface/bridge/add name=loopback', '/ip/address/add address=10.0.9.1/24 interface=loopback'],
    { dst: '10.0.9.2' },
  ),
  'of a translation nobody knows before NAT has seen the packet that opens the connection': found(
    [
      ...other,
      mark,
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=main connection-nat-state=dstnat',
      '/ip/firewall/nat/add chain=dstnat action=netmap to-addresses=10.0.3.0/24 dst-address=198.51.100.0/24',
    ],
    { protocol: 'tcp', dst: '198.51.100.9' },
  ),
  'answers to untracked openers take every way of the table that their mark asks for': found(
    [
      '/routing/table/add name=alt fib',
      '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2',
      '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.3.2,10.0.2.3 routing-table=alt',
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c connection-state=new',
      '/ip/firewall/mangle/add chain=prerouting action=mark-routing new-routing-mark=alt connection-mark=c',
      '/ip/firewall/raw/add chain=prerouting action=notrack src-port=50000-50009',
    ],
    { in: 'ether3', src: '198.51.100.9', dst: '10.0.2.2', sport: 50_001, dport: 53 },
  ),
  'what netmap leaves as it is counts as translated': found([
    '/ip/firewall/nat/add chain=dstnat action=netmap to-addresses=10.0.3.0/24',
    '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=dstnat',
  ]),
  'later packets find the marks of answers also where netmap leaves their address': found([
    '/ip/firewall/nat/add chain=dstnat action=netmap to-addresses=10.0.3.0/24',
    '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=d in-interface=!ether2',
  ]),
  'what has the new source already is not translated': found([
    '/ip/firewall/nat/add chain=srcnat action=src-nat to-addresses=10.0.2.2',
    '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=srcnat',
  ]),
  ...foundUntracked,
};
