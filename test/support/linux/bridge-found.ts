// Bridges on which the engine and the kernel once disagreed, and what random ones seldom show.

import type { BridgeCase } from './bridge-cases.ts';

function found(lines: readonly string[], interfaces: readonly string[], routeros = '7.21.5'): BridgeCase {
  const base = interfaces.map((name, index) => `/ip/address/add address=10.0.${index + 2}.1/24 interface=${name}`);
  return { model: 'RB5009UG+S+', routeros, base, lines };
}

const filtering = '/interface/bridge/add name=bridge1 vlan-filtering=yes';
const plain = '/interface/bridge/add name=bridge1';
const port = (name: string, words: string) => `/interface/bridge/port/add bridge=bridge1 interface=${name} ${words}`;
const vlans = [
  '/interface/vlan/add name=vlan1 interface=bridge1 vlan-id=2',
  '/interface/vlan/add name=inner interface=vlan1 vlan-id=3',
];

export const foundByBridge: Readonly<Record<string, BridgeCase>> = {
  'ports of one horizon send each other nothing': found(
    [plain, port('ether2', 'horizon=1'), port('ether3', 'horizon=1'), port('ether4', 'horizon=2')],
    ['bridge1'],
  ),
  'a bridge that admits tagged frames only has no frames of its own': found(
    [`${filtering} frame-types=admit-only-vlan-tagged`, port('ether2', '')],
    ['bridge1'],
  ),
  'a VLAN in a VLAN is reached where the outer one is': found(
    [filtering, port('ether2', 'pvid=2 frame-types=admit-only-untagged-and-priority-tagged'), ...vlans],
    ['vlan1', 'inner'],
    '7.12.1',
  ),
  'a bridge takes the only tag for its own': found(
    [
      filtering,
      port('ether2', 'pvid=2'),
      port('ether3', ''),
      ...vlans,
      '/interface/bridge/vlan/add bridge=bridge1 vlan-ids=2 tagged=ether3',
    ],
    ['vlan1', 'inner'],
  ),
  'a VLAN without its tag carries others, which a port of ingress-filtering=no sends': found(
    [
      filtering,
      port('ether2', 'pvid=2 ingress-filtering=no'),
      port('ether5', ''),
      ...vlans,
      '/interface/vlan/add name=vlan2 interface=bridge1 vlan-id=3',
      '/interface/bridge/vlan/add bridge=bridge1 vlan-ids=2 tagged=ether5,bridge1 untagged=ether2',
    ],
    ['vlan1', 'vlan2', 'inner'],
  ),
  'a VLAN in a VLAN is not reached where the bridge is no member of the outer one': found(
    [filtering, port('ether2', ''), ...vlans, '/interface/bridge/vlan/add bridge=bridge1 vlan-ids=2 tagged=ether2'],
    ['vlan1', 'inner'],
    '7.12.1',
  ),
  'who is written by hand is sent to where no port takes answers': found(
    [
      filtering,
      port('ether2', 'frame-types=admit-only-untagged-and-priority-tagged'),
      port('ether3', 'frame-types=admit-only-untagged-and-priority-tagged'),
      ...vlans.slice(0, 1),
      '/interface/vlan/add name=vlan2 interface=bridge1 vlan-id=3',
      '/interface/bridge/vlan/add bridge=bridge1 vlan-ids=2,3 tagged=bridge1,ether2,ether3',
      '/ip/arp/add address=10.0.2.2 mac-address=02:FF:00:00:00:01 interface=vlan1',
    ],
    ['vlan1', 'vlan2'],
  ),
};
