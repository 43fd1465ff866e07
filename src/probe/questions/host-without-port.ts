// Whether the chip routes to a host behind a bridge whose port the bridge does not know.

import { routedQuestion } from '../routed-question.ts';

export const hostWithoutPort = routedQuestion({
  id: 'host-without-port',
  asks: 'Does the chip route to a host in the ARP table whose MAC address the bridge has not seen?',
  settles: {
    codes: ['route/static-arp-on-bridge', 'route/connected-host-no-fdb', 'l2/max-learned-entries'],
  },
  alone: ['/interface/bridge'],
  disturbs: 'a scratch port is in a bridge, and frames go from the other to it',
  beyond: 'pause',
  before: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    port: { add: '/interface/bridge/port', set: { bridge: 'rosc-probe', interface: '{near}' } },
    seen: {
      add: '/interface/bridge/host',
      set: { bridge: 'rosc-probe', interface: '{near}', 'mac-address': '02:00:00:00:00:03' },
    },
  },
  outside: 'rosc-probe',
  tested: {
    unseen: {
      add: '/ip/arp',
      set: { address: '198.18.1.4', interface: 'rosc-probe', 'mac-address': '02:00:00:00:00:04' },
    },
    route: { add: '/ip/route', set: { 'dst-address': '198.18.4.0/24', gateway: '198.18.1.4' } },
  },
  frame: { destination: '198.18.4.2' },
  chip: { says: 'the chip routes to a host whose MAC address the bridge has not seen' },
  cpu: { says: 'the CPU routes to a host whose MAC address the bridge has not seen' },
});
