// Whether a route is a candidate for the hardware of which one path leads through software.

import type { Condition, Question, Step } from '../question.ts';

function flagOf(prefix: string): Step {
  return { print: '/ip/route', properties: ['active', 'hw-offloaded'], query: [`dst-address=${prefix}`] };
}

function is(of: string, value: boolean): Condition {
  return { of, property: 'hw-offloaded', among: value ? ['true', 'yes'] : ['false', 'no'] };
}

export const ecmpMixed: Question = {
  id: 'ecmp-mixed',
  asks: 'Is a route with one path through the chip and one through software a candidate for the hardware?',
  settles: {
    codes: [
      'route/ecmp-mixed-nexthops',
      'route/route-gateway-on-software-iface',
      'route/tunnel-endpoint-cpu',
      'l2/macvlan-on-port',
    ],
  },
  needs: 'cable',
  where: { since: '7.12', chip: 'l3.offload' },
  offload: 4,
  disturbs: 'there are a bridge without ports, a tunnel to nowhere, a MACVLAN, and routes to networks for measurements',
  seconds: 5,
  steps: {
    bridge: { add: '/interface/bridge', set: { name: 'rosc-probe', 'protocol-mode': 'none' } },
    tunnel: {
      add: '/interface/ipip',
      set: { name: 'rosc-probe-tunnel', 'local-address': '198.18.1.3', 'remote-address': '198.18.1.9' },
    },
    macvlan: { add: '/interface/macvlan', set: { name: 'rosc-probe-macvlan', interface: '{near}' } },
    near: { add: '/ip/address', set: { address: '198.18.1.3/24', interface: '{near}' } },
    software: { add: '/ip/address', set: { address: '198.18.5.3/24', interface: 'rosc-probe' } },
    chipRoute: { add: '/ip/route', set: { 'dst-address': '198.18.2.0/24', gateway: '198.18.1.2' } },
    mixedRoute: { add: '/ip/route', set: { 'dst-address': '198.18.3.0/24', gateway: '198.18.1.2,198.18.5.2' } },
    softwareRoute: { add: '/ip/route', set: { 'dst-address': '198.18.4.0/24', gateway: '198.18.5.2' } },
    tunnelRoute: { add: '/ip/route', set: { 'dst-address': '198.18.6.0/24', gateway: 'rosc-probe-tunnel' } },
    macvlanAddress: { add: '/ip/address', set: { address: '198.18.7.3/24', interface: 'rosc-probe-macvlan' } },
    macvlanRoute: { add: '/ip/route', set: { 'dst-address': '198.18.8.0/24', gateway: '198.18.7.2' } },
    wait: { waitMs: 2000 },
    chip: flagOf('198.18.2.0/24'),
    mixed: flagOf('198.18.3.0/24'),
    bridged: flagOf('198.18.4.0/24'),
    tunnelled: flagOf('198.18.6.0/24'),
    overMacvlan: flagOf('198.18.8.0/24'),
  },
  conclusions: [
    {
      when: [
        is('chip', true),
        is('mixed', false),
        is('bridged', false),
        is('tunnelled', false),
        is('overMacvlan', false),
      ],
      says: 'no route is a candidate of which any path leads through software',
    },
    {
      when: [
        is('chip', true),
        is('mixed', true),
        is('bridged', false),
        is('tunnelled', false),
        is('overMacvlan', false),
      ],
      says: 'a route of which one path leads through software is a candidate, one of which all do is none',
    },
    {
      when: [is('chip', true)],
      says: 'a route whose paths all lead through software is a candidate',
    },
  ],
};
