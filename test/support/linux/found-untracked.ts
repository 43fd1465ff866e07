// Those of them on which tracking sees one direction alone, or learns from answers.

import type { KernelCase } from './cases.ts';
import { found, mark, other } from './found-case.ts';

export const foundUntracked: Readonly<Record<string, KernelCase>> = {
  'answers to openers that tracking never saw are translated, though it would drop answers': found(
    [
      ...other,
      '/ip/route/add dst-address=203.0.113.0/24 gateway=10.0.5.2',
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether2',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=203.0.113.77',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=established',
    ],
    { protocol: 'tcp', dport: 80 },
  ),
  'and those of UDP, which get nowhere then': found([
    ...other,
    '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether2',
    '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=203.0.113.77',
    '/ip/firewall/filter/add chain=forward action=drop out-interface=!ether3',
  ]),
  'or are stopped by a routing rule': found(
    [
      ...other,
      '/ip/firewall/raw/add chain=prerouting action=notrack src-port=50000-50009',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-ports=514 protocol=udp',
      '/routing/rule/add interface=ether2 action=drop',
    ],
    { in: 'ether5', src: '10.0.5.2', dst: '10.0.2.2', sport: 50_005, dport: 53 },
  ),
  'what raw rules make of some answers decides which rule drops the openers': found(
    [
      '/ip/firewall/raw/add chain=prerouting action=notrack dst-port=50000-50009',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
      '/ip/firewall/filter/add chain=forward action=reject out-interface=ether3 connection-state=established,related,untracked',
    ],
    { protocol: 'tcp', sport: 50_009 },
  ),
  'answers that come to another port than the one that asked are none': found(
    [
      ...other,
      '/ip/firewall/raw/add chain=prerouting action=notrack src-port=50000-50009',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-ports=514 protocol=udp',
    ],
    { in: 'ether5', src: '10.0.5.2', dst: '10.0.2.2', sport: 50_005, dport: 53 },
  ),
  'the first answer of TCP is invalid where tracking never saw the opener, and not translated': found(
    [
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether2',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=203.0.113.77',
      '/ip/firewall/filter/add chain=forward action=jump jump-target=own connection-state=invalid',
      '/ip/firewall/filter/add chain=own action=drop',
    ],
    { protocol: 'tcp', dport: 80 },
  ),
  'a mark that answers bring takes no translation away': found(
    [
      '/ip/firewall/filter/add chain=forward action=drop connection-nat-state=!dstnat',
      '/ip/firewall/nat/add chain=srcnat action=masquerade',
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c src-address=!10.0.2.0/24',
      '/ip/firewall/nat/add chain=dstnat action=dst-nat to-addresses=10.0.3.3',
    ],
    { dst: '198.51.100.9', dport: 53 },
  ),
  'the packet that tracking picks up decides about NAT, wherever its mark leads it': found(
    [
      ...other,
      '/routing/table/add name=alt fib',
      '/ip/route/add dst-address=198.51.100.0/24 gateway=10.0.5.2 routing-table=alt',
      '/ip/route/add dst-address=0.0.0.0/0 gateway=10.0.3.2',
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c',
      `${mark} connection-mark=c`,
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether3',
      '/ip/firewall/nat/add chain=srcnat action=src-nat to-addresses=10.0.3.77 out-interface=ether3',
    ],
    { protocol: 'tcp', in: 'ether3', src: '198.51.100.9', dst: '10.0.2.2', dport: 80 },
  ),
  'a client whose answers went to another address opens again, which marks it as before': found(
    [
      '/ip/firewall/mangle/add chain=prerouting action=mark-connection new-connection-mark=c',
      '/ip/firewall/raw/add chain=prerouting action=notrack in-interface=ether3',
      '/ip/firewall/nat/add chain=srcnat action=src-nat to-addresses=10.0.3.77',
    ],
    { protocol: 'tcp', dport: 80 },
  ),
  'and is not dropped for what only packets behind an answer are': found(
    [
      '/ip/firewall/raw/add chain=prerouting action=notrack dst-port=50000-50009',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
      '/ip/firewall/nat/add chain=srcnat action=netmap to-addresses=10.0.9.0/24',
    ],
    { protocol: 'tcp', sport: 50_003 },
  ),
  'nor does it take the answers of a server that it never asked': found(
    [
      '/ip/firewall/raw/add chain=prerouting action=notrack dst-port=50000-50009',
      '/ip/firewall/filter/add chain=forward action=drop connection-state=invalid',
      '/ip/firewall/nat/add chain=dstnat action=netmap to-addresses=10.0.3.0/24 dst-address=198.51.100.0/24',
    ],
    { protocol: 'tcp', dst: '198.51.100.9', dport: 80 },
  ),
};
