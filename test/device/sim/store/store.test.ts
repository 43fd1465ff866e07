// The simulated device as a store of rows: what it accepts, in whose words it refuses, what it prints.

import { describe, expect, it } from 'vitest';
import type { MenuPath } from '../../../../src/model/config.ts';
import { freshDevice } from '../../../support/fresh-device.ts';

describe('a fresh device', () => {
  it('has its ports, chip, users and identity', async () => {
    const { connection } = await freshDevice();
    expect(await connection.identity()).toMatchObject({
      name: 'MikroTik',
      model: 'CRS326-24G-2S+',
      routeros: '7.18.2',
    });
    const ports = await connection.print('/interface/ethernet');
    expect(ports).toHaveLength(26);
    expect(ports[0]).toMatchObject({ '.id': '*1', name: 'ether1', switch: 'switch1', running: 'true', slave: 'false' });
    expect(ports[0]).not.toHaveProperty('sfp-rate-select');
    const chipPorts = await connection.print('/interface/ethernet/switch/port');
    expect(chipPorts[0]).toMatchObject({
      '.id': '*2',
      name: 'ether1',
      'l3-hw-offloading': 'true',
      'storm-rate': '100',
    });
    expect(chipPorts.at(-1)).toMatchObject({ name: 'switch1-cpu' });
    expect(chipPorts.at(-1)).not.toHaveProperty('l3-hw-offloading');
    expect(await connection.print('/interface/bridge')).toEqual([]);
    expect(await connection.print('/user')).toMatchObject([{ name: 'admin', group: 'full' }]);
  });

  it('lacks the menus of hardware that it lacks', async () => {
    const { connection, run } = await freshDevice({ model: 'RB450Gx4' });
    await expect(connection.print('/interface/ethernet/switch/l3hw-settings')).rejects.toThrow('no such command');
    expect(await run('/interface/ethernet/switch', 'set', { '.id': '*0', 'l3-hw-offloading': 'yes' })).toEqual({
      kind: 'refused',
      message: 'unknown parameter l3-hw-offloading',
    });
  });
});

describe('refusals', () => {
  const base = `/interface/bridge/add name=bridge vlan-filtering=yes
/interface/bridge/port/add bridge=bridge interface=ether1
/interface/bridge/vlan/add bridge=bridge tagged=bridge vlan-ids=10,20-30
/ip/address/add address=192.0.2.1/24 interface=bridge
/ip/firewall/address-list/add list=known address=192.0.2.9`;

  it.each<[string, MenuPath, string, Record<string, string>, string, number?]>([
    ['a menu', '/no/such', 'print', {}, 'no such command prefix', 0],
    ['a command', '/ip/address', 'fly', {}, 'no such command', 0],
    ['an item', '/ip/address', 'remove', { '.id': '*77' }, 'no such item', 0],
    ['an argument', '/ip/address', 'add', { addres: 'x' }, 'unknown parameter addres'],
    [
      'a read-only argument',
      '/ip/address',
      'set',
      { '.id': '*1', 'actual-interface': 'x' },
      'unknown parameter actual-interface',
    ],
    ['a missing argument', '/ip/address', 'add', { address: '192.0.2.2/24' }, 'missing =interface='],
    ['a missing id', '/ip/address', 'set', { comment: 'x' }, 'missing =.id='],
    [
      'a reference',
      '/ip/address',
      'add',
      { address: '192.0.2.2/24', interface: 'x' },
      'input does not match any value of interface',
      1,
    ],
    [
      'a word',
      '/interface/bridge',
      'add',
      { 'protocol-mode': 'tstp' },
      'input does not match any value of protocol-mode',
      1,
    ],
    [
      'an unclear word',
      '/interface/bridge/port',
      'add',
      { interface: 'ether2', bridge: 'bridge', 'frame-types': 'admit' },
      'ambiguous value of frame-types, more than one possible value matches input',
      1,
    ],
    [
      'a number',
      '/interface/vlan',
      'add',
      { interface: 'bridge', 'vlan-id': '4095' },
      'value of vlan-id out of range (1..4094)',
      1,
    ],
    [
      'an address',
      '/ip/address',
      'add',
      { address: '192.0.2.300/24', interface: 'ether2' },
      'invalid value for argument address',
      1,
    ],
    [
      'a name',
      '/interface/vlan',
      'add',
      { name: 'bridge', interface: 'ether2', 'vlan-id': '5' },
      'failure: already have interface with such name',
    ],
    [
      'a port',
      '/interface/bridge/port',
      'add',
      { bridge: 'bridge', interface: 'ether1' },
      'failure: device already added as bridge port',
    ],
    ['a VLAN', '/interface/bridge/vlan', 'add', { bridge: 'bridge', 'vlan-ids': '25' }, 'failure: vlan already added'],
    [
      'both kinds of member',
      '/interface/bridge/vlan',
      'add',
      { bridge: 'bridge', 'vlan-ids': '40', tagged: 'ether1', untagged: 'ether1' },
      'failure: interface cannot be in tagged and untagged at the same time',
    ],
    [
      'an address twice',
      '/ip/address',
      'add',
      { address: '192.0.2.1/24', interface: 'bridge' },
      'failure: already have such address',
    ],
    [
      'an entry twice',
      '/ip/firewall/address-list',
      'add',
      { list: 'known', address: '192.0.2.9' },
      'failure: already have such entry',
    ],
    ['a group in use', '/user/group', 'remove', { '.id': 'full' }, 'failure: can not remove builtin item'],
  ])('names %s', async (_, menu, verb, args, message, category) => {
    const { run } = await freshDevice({ script: base });
    expect(await run(menu, verb, args)).toEqual({
      kind: 'refused',
      message,
      ...(category !== undefined && { category }),
    });
  });

  it('knows an argument from the version on that has it', async () => {
    const args = { name: 'b', mvrp: 'yes' };
    expect(await (await freshDevice({ routeros: '7.14.3' })).run('/interface/bridge', 'add', args)).toMatchObject({
      message: 'unknown parameter mvrp',
    });
    expect(await (await freshDevice({ routeros: '7.15.3' })).run('/interface/bridge', 'add', args)).toMatchObject({
      kind: 'done',
    });
  });

  it('changes nothing when it refuses', async () => {
    const { simulator, run } = await freshDevice({ script: base });
    const before = simulator.snapshot();
    await run('/interface/bridge', 'set', { '.id': 'bridge', mtu: '1400', 'protocol-mode': 'none-such' });
    expect(simulator.snapshot()).toEqual(before);
  });
});

describe('rows', () => {
  it('keep their ids when moved, renamed and set, and never give them to others', async () => {
    const { connection, run } = await freshDevice();
    const rule = (comment: string) =>
      run('/ip/firewall/filter', 'add', { chain: 'forward', action: 'accept', comment });
    expect(
      [await rule('a'), await rule('b'), await rule('c')].map((reply) => reply.kind === 'done' && reply.ret),
    ).toEqual(['*1', '*2', '*3']);
    await run('/ip/firewall/filter', 'move', { numbers: '*3', destination: '*1' });
    await run('/ip/firewall/filter', 'remove', { '.id': '*2' });
    await run('/ip/firewall/filter', 'add', { chain: 'forward', action: 'drop', comment: 'd', 'place-before': '*1' });
    const rows = await connection.print('/ip/firewall/filter', { proplist: ['.id', '.nextid', 'comment'] });
    expect(rows).toEqual([
      { '.id': '*3', '.nextid': '*4', comment: 'c' },
      { '.id': '*4', '.nextid': '*1', comment: 'd' },
      { '.id': '*1', comment: 'a' },
    ]);
  });

  it('follow the names of what they refer to, and dangle when it is gone', async () => {
    const { connection, run } = await freshDevice({
      script: `/interface/bridge/add name=bridge
/interface/bridge/port/add bridge=bridge interface=ether1
/interface/bridge/vlan/add bridge=bridge tagged=bridge,ether1 vlan-ids=5`,
    });
    await run('/interface/bridge', 'set', { '.id': 'bridge', name: 'core' });
    await run('/interface/ethernet', 'set', { '.id': 'ether1', name: 'uplink' });
    expect(await connection.print('/interface/bridge/port', { proplist: ['bridge', 'interface'] })).toEqual([
      { bridge: 'core', interface: 'uplink' },
    ]);
    expect(await connection.print('/interface/bridge/vlan', { proplist: ['tagged'] })).toMatchObject([
      { tagged: 'core,uplink' },
    ]);
    await run('/interface/bridge', 'remove', { '.id': 'core' });
    const [port] = await connection.print('/interface/bridge/port', { proplist: ['bridge'] });
    expect(port?.bridge).toMatch(/^\*[0-9A-F]+$/);
  });

  it('lose what is unset, and comments that are emptied', async () => {
    const { connection, run } = await freshDevice({
      script: '/ip/route/add dst-address=198.51.100.0/24 blackhole comment=x distance=5',
    });
    expect(await connection.print('/ip/route')).toMatchObject([
      { blackhole: '', distance: '5', comment: 'x', active: 'true' },
    ]);
    await run('/ip/route', 'set', { '.id': '*80000001', comment: '' }, ['blackhole']);
    await run('/ip/route', 'unset', { '.id': '*80000001', 'value-name': 'distance' });
    const [route] = await connection.print('/ip/route');
    expect(route).not.toHaveProperty('blackhole');
    expect(route).not.toHaveProperty('comment');
    expect(route).toMatchObject({ distance: '1', inactive: 'true' });
  });

  it('answer queries by the stack of the manual', async () => {
    const { connection } = await freshDevice();
    const names = async (...query: string[]) =>
      (await connection.print('/interface/ethernet', { query, proplist: ['name'] })).map((row) => row.name);
    expect(await names('name=ether1', 'name=ether2', '#|')).toEqual(['ether1', 'ether2']);
    expect(await names('name=ether1', 'running=false')).toEqual([]);
    expect(await names('-comment', 'name=ether3')).toEqual(['ether3']);
    expect(await names('name=ether1', '#!', '>name=sfp-sfpplus1')).toEqual(['sfp-sfpplus2']);
    expect(await names('no-such=x')).toEqual([]);
  });
});
