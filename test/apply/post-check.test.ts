// What each post-check makes of a device's rows: proved, candidate only, unproved, or shown to the contrary.

import { describe, expect, test } from 'vitest';
import type { AskedHost, CheckLine, KnownHosts } from '../../src/apply/check.ts';
import { lookUpHosts } from '../../src/apply/look-up-hosts.ts';
import { judge, postCheckDiagnostics } from '../../src/apply/post-check.ts';
import type { Device, Row } from '../../src/device/device.ts';
import { itemsFromRows } from '../../src/device/read-item.ts';
import { connectToSimulator } from '../../src/device/sim/sim-device.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import type { MenuPath } from '../../src/model/config.ts';
import type { Placement } from '../../src/model/placement.ts';
import type { Prediction } from '../../src/plan/plan.ts';
import { configOf, type Rows } from '../support/config-of.ts';
import { targetOf } from '../support/sim-target.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

interface Given {
  readonly expected?: Rows;
  readonly predicted?: readonly (readonly [menu: MenuPath, key: string, placement?: Placement])[];
  readonly rows?: Readonly<Record<MenuPath, readonly Row[]>>;
  readonly monitor?: Row;
  readonly hosts?: readonly AskedHost[];
  readonly knownHosts?: KnownHosts;
}

function report({ expected = {}, predicted = [], rows = {}, monitor, ...known }: Given) {
  const predictions = predicted.map(
    ([menu, key, placement = 'hardware']): Prediction => ({ menu, key, kind: 'item', placement, because: [] }),
  );
  return judge({
    expected: configOf(expected),
    predictions,
    items: (menu) => itemsFromRows(rows[menu] ?? [], { device: '', menu, isSensitive: true }),
    monitor: () => monitor,
    ...known,
  });
}

function lines(given: Given): readonly string[] {
  return report(given).lines.map(({ proof, check, observed }: CheckLine) => `${check.slice(11)} ${proof}: ${observed}`);
}

const switchMenu = '/interface/ethernet/switch';
const on: Rows = { [switchMenu]: [{ name: 'switch1', 'l3-hw-offloading': 'yes' }] };
const isOn = { [switchMenu]: [{ '.id': '*0', name: 'switch1', 'l3-hw-offloading': 'true' }] };
const ok: Row = { state: 'ok', 'route-queue-size': '0', 'ipv4-routes-hw': '3', 'ipv4-shortest-hw-prefix': '0' };

test('the switch has offload on, or gave it up', () => {
  expect(lines({ expected: on, rows: isOn, monitor: ok })[0]).toBe('switch-off proved: l3-hw-offloading=yes');
  const gaveUp = { [switchMenu]: [{ '.id': '*0', name: 'switch1', 'l3-hw-offloading': 'false' }] };
  expect(lines({ expected: on, rows: gaveUp, monitor: ok })[0]).toBe('switch-off not-offloaded: l3-hw-offloading=no');
});

test('a device without L3 offload has nothing to prove', () => {
  expect(report({ expected: { '/ip/address': [{ address: '10.0.0.1/24', interface: 'ether1' }] } })).toEqual({
    lines: [],
    passed: true,
  });
});

test('port flags count where the configuration says something', () => {
  const menu = '/interface/ethernet/switch/port';
  const expected: Rows = { [menu]: [{ name: 'ether1', 'l3-hw-offloading': 'no' }, { name: 'ether2' }] };
  const rows = (flag: string) => ({ [menu]: [{ '.id': '*2', name: 'ether1', 'l3-hw-offloading': flag }] });
  expect(lines({ expected, rows: rows('false') })).toEqual(['port-flag proved: l3-hw-offloading=no']);
  expect(lines({ expected, rows: rows('true') })).toEqual(['port-flag not-offloaded: l3-hw-offloading=yes']);
});

test('the driver tells its state, its queue and its routes', () => {
  const driver = (monitor: Row | undefined, placement: Placement = 'hardware') =>
    lines({
      expected: on,
      rows: {
        ...isOn,
        '/ip/route': [
          { '.id': '*1', 'dst-address': '198.51.100.0/24', gateway: '10.0.2.2', active: 'true' },
          { '.id': '*2', 'dst-address': '203.0.113.0/24', gateway: '10.0.3.2', active: 'false' },
        ],
      },
      predicted: [
        ['/ip/route', '198.51.100.0/24', placement],
        ['/ip/route', '203.0.113.0/24', placement],
      ],
      ...(monitor && { monitor }),
    }).filter((line) => line.startsWith('driver'));
  expect(driver(ok)).toEqual([
    'driver proved: state ok',
    'driver proved: 0 waiting',
    'driver proved: 3 in hardware',
    'driver proved: all prefixes',
  ]);
  expect(driver({ ...ok, state: 'fib-failure' })[0]).toBe('driver not-offloaded: state fib-failure');
  expect(driver({ ...ok, 'route-queue-size': '12' })[1]).toBe('driver not-offloaded: 12 waiting');
  expect(driver({ ...ok, 'ipv4-routes-hw': '0' })[2]).toBe('driver not-offloaded: 0 in hardware');
  const full = { ...ok, 'ipv4-shortest-hw-prefix': '20' };
  expect(driver(full)[3]).toBe('driver not-offloaded: prefixes of /20 and longer');
  expect(driver(full, 'partial')[3]).toBe('driver proved: prefixes of /20 and longer');
  expect(driver(undefined)).toEqual(['driver unproved: this RouterOS has no monitor']);
});

test('a bridge port shows H, shows none, or has no link', () => {
  const menu = '/interface/bridge/port';
  const port = (state: Row) =>
    lines({
      expected: { [menu]: [{ interface: 'ether1', bridge: 'bridge' }] },
      predicted: [
        [menu, 'ether1'],
        [menu, 'ether2', 'cpu'],
        [menu, 'ether3'],
      ],
      rows: { [menu]: [{ '.id': '*0', interface: 'ether1', bridge: 'bridge', ...state }] },
    });
  expect(port({ 'hw-offload': 'true' })).toEqual(['port-not-offloaded proved: H']);
  expect(port({ 'hw-offload': 'false' })).toEqual(['port-not-offloaded not-offloaded: no H']);
  expect(port({ 'hw-offload': 'false', inactive: 'true' })).toEqual(['port-not-offloaded unproved: no link']);
});

test('a VLAN interface shows H from 7.21 on', () => {
  const menu = '/interface/vlan';
  const vlan = (state: Row) =>
    lines({
      expected: { [menu]: [{ name: 'left', interface: 'bridge', 'vlan-id': '2' }] },
      predicted: [[menu, 'left']],
      rows: { [menu]: [{ '.id': '*9', name: 'left', interface: 'bridge', 'vlan-id': '2', ...state }] },
    });
  expect(vlan({ 'hw-offloaded': 'true' })).toEqual(['vlan-not-offloaded proved: H']);
  expect(vlan({ 'hw-offloaded': 'false' })).toEqual(['vlan-not-offloaded not-offloaded: no H']);
  expect(vlan({})).toEqual(['vlan-not-offloaded unproved: not shown before 7.21']);
});

test('the H of a route makes a candidate, never a proof', () => {
  const menu = '/ip/route';
  const route = (state: Row) =>
    lines({
      expected: { [menu]: [{ 'dst-address': '198.51.100.0/24', gateway: '10.0.2.2' }] },
      predicted: [[menu, '198.51.100.0/24']],
      rows: { [menu]: [{ '.id': '*1', 'dst-address': '198.51.100.0/24', gateway: '10.0.2.2', ...state }] },
    });
  expect(route({ active: 'true', 'hw-offloaded': 'true' })).toEqual(['route-not-offloaded candidate: H']);
  expect(route({ active: 'true', 'hw-offloaded': 'false' })).toEqual(['route-not-offloaded not-offloaded: no H']);
  expect(route({ active: 'false' })).toEqual(['route-not-offloaded unproved: not active']);
});

test('switch rules are counted, and those that the chip did not take are named', () => {
  const menu = '/interface/ethernet/switch/rule';
  const rule = (comment: string, invalid: string) => ({
    '.id': '*1',
    switch: 'switch1',
    ports: 'ether1',
    comment,
    invalid,
  });
  const rows = [rule('rosc:a', 'false'), rule('rosc:b', 'true'), { ...rule('', 'false'), dynamic: 'true' }];
  const expected: Rows = {
    [menu]: [
      { switch: 'switch1', comment: 'rosc:a' },
      { switch: 'switch1', comment: 'rosc:b' },
    ],
  };
  expect(lines({ expected, rows: { [menu]: rows } })).toEqual([
    "rule-invalid not-offloaded: 1 valid, 1 of RouterOS's own",
    'rule-invalid not-offloaded: I: the chip did not take it',
  ]);
});

test('a bridge has the MAC address that was set', () => {
  const menu = '/interface/bridge';
  const expected: Rows = { [menu]: [{ name: 'bridge', 'auto-mac': 'no', 'admin-mac': '48:A9:8A:00:00:01' }] };
  const bridge = (mac: string) =>
    lines({ expected, rows: { [menu]: [{ '.id': '*1', name: 'bridge', 'mac-address': mac }] } });
  expect(bridge('48:A9:8A:00:00:01')).toEqual(['admin-mac proved: 48:A9:8A:00:00:01']);
  expect(bridge('02:00:00:00:00:01')).toEqual(['admin-mac not-offloaded: 02:00:00:00:00:01']);
});

test('one diagnostic a check, with all its places and the command that shows them', () => {
  const menu = '/interface/bridge/port';
  const ports = ['ether1', 'ether2', 'ether3'];
  const found = report({
    expected: { [menu]: ports.map((name) => ({ interface: name, bridge: 'bridge' })) },
    predicted: ports.map((name) => [menu, name] as const),
    rows: { [menu]: ports.map((name) => ({ '.id': '*1', interface: name, bridge: 'bridge', 'hw-offload': 'false' })) },
  });
  const [diagnostic, ...others] = postCheckDiagnostics(found, 'core');
  expect(others).toEqual([]);
  expect(diagnostic?.code).toBe('post-check/port-not-offloaded');
  expect(diagnostic?.what).toBe('port ether1 and 2 more: expected H: switched by the chip, but the device shows no H');
  expect(diagnostic?.related).toHaveLength(2);
  expect(diagnostic?.fix?.title).toBe('Look at `/interface/bridge/port/print where interface=ether1`');
});

describe('a host', () => {
  const host: AskedHost = { name: 'web', address: '2001:db8::50', interface: 'red', vid: 10, port: 'ether1' };
  const mac = '02:00:00:00:00:50';
  const neighbour: Row = { address: '2001:DB8:0::50', 'mac-address': mac.toLowerCase(), interface: 'red' };
  const entry: Row = { 'mac-address': mac, vid: '10', 'on-interface': 'ether1', dynamic: 'true', external: 'true' };
  const judged = (neighbours: readonly Row[], learned: readonly Row[], more: Partial<AskedHost> = {}) =>
    lines({ expected: on, rows: isOn, hosts: [{ ...host, ...more }], knownHosts: { neighbours, learned } }).at(-1);

  test.each<[string, readonly Row[], readonly Row[], Partial<AskedHost>, string]>([
    ['resolved and learned', [neighbour], [entry], {}, `proved: ${mac}, E at ether1`],
    [
      'not resolved',
      [{ ...neighbour, status: 'failed' }],
      [entry],
      {},
      'unproved: silent: through the CPU until it speaks',
    ],
    ['being asked', [{ ...neighbour, complete: 'false' }], [], {}, 'unproved: silent: through the CPU until it speaks'],
    ['not asked', [], [], { unaskedBecause: 'no time' }, 'unproved: not known, and not asked: no time'],
    ['elsewhere', [{ ...neighbour, interface: 'blue' }], [entry], {}, 'unproved: known on blue'],
    ['another', [neighbour], [entry], { mac: '02:00:00:00:00:51' }, `unproved: ${mac} answers for it`],
    ['at no port', [neighbour], [], {}, 'unproved: no port has learned it: through the CPU until it speaks'],
    [
      'in another VLAN',
      [neighbour],
      [{ ...entry, vid: '20' }],
      {},
      'unproved: no port has learned it: through the CPU until it speaks',
    ],
    ['at another port', [neighbour], [{ ...entry, 'on-interface': 'ether2' }], {}, 'unproved: learned at ether2'],
    ['learned by the kernel', [neighbour], [{ ...entry, external: 'false' }], {}, `candidate: ${mac} at ether1, no E`],
    [
      'written by hand',
      [neighbour],
      [{ ...entry, external: 'false', dynamic: 'false' }],
      {},
      `candidate: ${mac}, written at ether1`,
    ],
  ])('%s', (_, neighbours, learned, more, wanted) => {
    expect(judged(neighbours, learned, more)).toBe(`host ${wanted}`);
  });

  test('matters only where a chip routes', () => {
    expect(report({ hosts: [host], knownHosts: { neighbours: [], learned: [] } }).lines).toEqual([]);
  });
});

test('only the rows of the hosts are read, however many there are', async () => {
  const simulator = createSimulator({ target: targetOf('CRS326-24G-2S+', '7.20.8'), clock: createVirtualClock() });
  const device = await connectToSimulator(simulator, { url: 'sim:core' });
  const queries: (readonly string[])[] = [];
  const watched: Device = {
    ...device,
    print(menu, options = {}) {
      queries.push([menu, ...(options.query ?? [])]);
      return device.print(menu, options);
    },
  };
  const hosts = Array.from({ length: 101 }, (_, index) => ({
    name: 'h',
    address: `10.0.0.${index}`,
    interface: 'red',
  }));
  expect(await lookUpHosts(watched, hosts)).toEqual({ neighbours: [], learned: [] });
  expect(queries.map(([menu, ...words]) => [menu, words.length, words.at(-1)])).toEqual([
    ['/ip/arp', 101, `#${'|'.repeat(99)}`],
    ['/ip/arp', 1, 'address=10.0.0.100'],
  ]);
});
