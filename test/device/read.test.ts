// Rows of a device become the same items that an export would give, and a reading is one that stood still.

import { describe, expect, it } from 'vitest';
import { commandOf, commandWords } from '../../src/device/commands.ts';
import { type Command, type Device, DeviceError, type Row } from '../../src/device/device.ts';
import { readConfig, readStable } from '../../src/device/read.ts';
import { type Config, itemsOf, type MenuPath, propertyValue } from '../../src/model/config.ts';

type Tables = Readonly<Record<string, readonly Row[] | DeviceError>>;

/** A device that answers prints from a table; `tables` is asked anew for every print. */
function deviceWith(tables: () => Tables, url = 'api://rosc@192.0.2.1:8728'): Device {
  const refuse = async (): Promise<never> => {
    throw new Error('only reads');
  };
  return {
    url,
    print: async (menu) => {
      const rows = tables()[menu] ?? new DeviceError('refused', `${menu}/print: no such command prefix`);
      if (rows instanceof DeviceError) throw rows;
      return rows;
    },
    identity: refuse,
    monitor: refuse,
    ping: refuse,
    run: refuse,
    pipeline: refuse,
    execute: refuse,
    close: async () => undefined,
  };
}

async function read(tables: Tables): Promise<Config> {
  const menus = Object.keys(tables).map((menu): MenuPath => `/${menu.slice(1)}`);
  return (
    await readConfig(
      deviceWith(() => tables),
      menus,
      'core',
    )
  ).config;
}

function summary(config: Config, menu: MenuPath) {
  return itemsOf(config, menu).map(({ key, properties }) => [
    key,
    Object.fromEntries([...properties].map(([name, { value }]) => [name, value])),
  ]);
}

const bridgePort: Row = {
  '.id': '*0',
  '.nextid': '*1',
  interface: 'ether2',
  bridge: 'bridge',
  hw: 'true',
  'hw-offload': 'true',
  'hw-offload-group': 'switch1',
  'ingress-filtering': 'false',
  pvid: '10',
  trusted: 'false',
  priority: '0x80',
  inactive: 'false',
  dynamic: 'false',
  disabled: 'false',
};

it('reads a table larger than what a call takes for arguments', async () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => ({ '.id': `*${index}` }));
  expect((await read({ '/ip/route': rows })).items).toHaveLength(200_000);
});

describe('readConfig', () => {
  it('tells what is set from printed defaults and from state', async () => {
    const config = await read({ '/interface/bridge/port': [bridgePort] });
    expect(summary(config, '/interface/bridge/port')).toEqual([
      ['ether2', { interface: 'ether2', bridge: 'bridge', 'ingress-filtering': 'no', pvid: '10' }],
    ]);
    const [port] = itemsOf(config, '/interface/bridge/port');
    expect(port?.id).toBe('*0');
    expect(port?.origin).toEqual({ kind: 'device', device: 'core', menu: '/interface/bridge/port', key: 'ether2' });
    expect(port?.properties.get('pvid')?.origin).toEqual(port?.origin);
    expect(Object.fromEntries(port?.state ?? [])).toEqual({
      'hw-offload': 'true',
      'hw-offload-group': 'switch1',
      inactive: 'false',
      dynamic: 'false',
    });
  });

  it('keeps what is set by being empty, and drops what is merely empty', async () => {
    const config = await read({
      '/ip/route': [{ '.id': '*1', 'dst-address': '10.9.0.0/16', blackhole: '', 'pref-src': '', gateway: '' }],
      '/interface/ethernet/switch/rule': [{ '.id': '*1', switch: 'switch1', ports: 'ether1', 'new-dst-ports': '' }],
    });
    expect(summary(config, '/ip/route')).toEqual([['10.9.0.0/16', { 'dst-address': '10.9.0.0/16', blackhole: '' }]]);
    expect(itemsOf(config, '/interface/ethernet/switch/rule')[0]?.properties.get('new-dst-ports')?.value).toBe('');
  });

  it('numbers rules as an export does, dynamic ones apart', async () => {
    const rule = { chain: 'forward', action: 'accept' };
    const config = await read({
      '/ip/firewall/filter': [
        { '.id': '*F', ...rule, dynamic: 'true' },
        { '.id': '*1', ...rule, dynamic: 'false' },
        { '.id': '*2', chain: 'input', action: 'drop' },
        { '.id': '*3', ...rule },
      ],
    });
    expect(itemsOf(config, '/ip/firewall/filter').map(({ key }) => key)).toEqual([
      'forward:D1',
      'forward:1',
      'input:1',
      'forward:2',
    ]);
  });

  it('has one item without key for a settings menu', async () => {
    const config = await read({ '/ip/settings': [{ 'ip-forward': 'true', 'allow-fast-path': 'false' }] });
    expect(summary(config, '/ip/settings')).toEqual([['', { 'allow-fast-path': 'no' }]]);
  });

  it('keeps everything of a menu that it does not know', async () => {
    const config = await read({ '/iot/future': [{ '.id': '*1', name: 'a', enabled: 'true', running: 'true' }] });
    expect(summary(config, '/iot/future')).toEqual([['a', { name: 'a', enabled: 'yes' }]]);
  });

  it('names the menus that the device lacks', async () => {
    const device = deviceWith(() => ({ '/ip/route': [] }));
    const { missing } = await readConfig(device, ['/ip/route', '/interface/ethernet/switch/rule'], 'core');
    expect(missing).toEqual(['/interface/ethernet/switch/rule']);
  });

  it('fails when a menu may not be read', async () => {
    const device = deviceWith(() => ({ '/ip/route': new DeviceError('permission', 'not enough permissions (9)') }));
    await expect(readConfig(device, ['/ip/route'], 'core')).rejects.toMatchObject({ kind: 'permission' });
  });
});

describe('secrets', () => {
  const template = { '.id': '*1', interfaces: 'vlan10', area: 'backbone', auth: 'md5', 'auth-key': '' };
  const menu = '/routing/ospf/interface-template';
  const readAs = async (policy: string | undefined, key = '') => {
    const tables = {
      [menu]: [{ ...template, 'auth-key': key }],
      ...(policy !== undefined && {
        '/user': [{ name: 'rosc', group: 'plan' }],
        '/user/group': [{ name: 'plan', policy }],
      }),
    };
    const { config } = await readConfig(
      deviceWith(() => tables),
      [menu],
      'core',
    );
    return itemsOf(config, menu)[0];
  };

  it.each([
    ['the group lacks it', 'api,read,test,!sensitive'],
    ['nobody can tell', undefined],
  ])('are unreadable rather than empty when %s', async (_, policy) => {
    const item = await readAs(policy);
    expect(item?.state?.get('unreadable')).toBe('auth-key');
  });

  it('are not set when the user could see them', async () => {
    const item = await readAs('api,read,test,sensitive');
    expect(item?.state?.has('unreadable')).toBe(false);
    expect(item && propertyValue(item, 'auth-key')).toBeUndefined();
  });

  it('are values like others when they are shown', async () => {
    const item = await readAs('api,read', 'k3y');
    expect(item?.state?.has('unreadable')).toBe(false);
    expect(item && propertyValue(item, 'auth-key')).toBe('k3y');
  });
});

describe('readStable', () => {
  it('reads again until nothing has moved', async () => {
    let reads = 0;
    const device = deviceWith(() => {
      reads++;
      return { '/ip/route': [{ '.id': '*1', 'dst-address': '10.0.0.0/8', distance: String(Math.min(reads, 3)) }] };
    });
    const { value, diagnostics } = await readStable(device, ['/ip/route'], 'core');
    expect(diagnostics).toEqual([]);
    expect(reads).toBe(4);
    expect(itemsOf(value.config, '/ip/route')[0]?.properties.get('distance')?.value).toBe('3');
  });

  it('lets counters and dynamic items move', async () => {
    let reads = 0;
    const device = deviceWith(() => {
      reads++;
      return {
        '/ip/firewall/filter': [
          { '.id': '*1', chain: 'input', action: 'accept', bytes: String(reads) },
          { '.id': `*${reads}F`, chain: 'input', action: 'accept', dynamic: 'true' },
        ],
      };
    });
    const { diagnostics } = await readStable(device, ['/ip/firewall/filter'], 'core');
    expect(diagnostics).toEqual([]);
    expect(reads).toBe(2);
  });

  it('says so when the device never stands still', async () => {
    let reads = 0;
    const device = deviceWith(() => ({ '/ip/route': [{ '.id': `*${reads++}`, 'dst-address': '10.0.0.0/8' }] }));
    const { diagnostics } = await readStable(device, ['/ip/route'], 'core');
    expect(diagnostics.map(({ code }) => code)).toEqual(['device/unstable']);
  });
});

describe('commandOf', () => {
  const words = (command: Command) => commandWords(command).join(' ');

  it.each([
    [
      { action: 'add', menu: '/ip/firewall/filter', set: { chain: 'forward', action: 'drop' }, before: '*5' } as const,
      '/ip/firewall/filter/add =chain=forward =action=drop =place-before=*5',
    ],
    [
      { action: 'set', menu: '/ip/route', id: '*1', set: { distance: '2' }, cleared: ['blackhole'] } as const,
      '/ip/route/set =.id=*1 =distance=2 =!blackhole=',
    ],
    [
      { action: 'set', menu: '/ip/settings', set: { 'ip-forward': 'yes' } } as const,
      '/ip/settings/set =ip-forward=yes',
    ],
    [{ action: 'remove', menu: '/ip/route', id: '*1' } as const, '/ip/route/remove =.id=*1'],
    [{ action: 'disable', menu: '/ip/route', id: '*1' } as const, '/ip/route/disable =.id=*1'],
    [
      { action: 'move', menu: '/ip/firewall/nat', id: '*5', before: '*2' } as const,
      '/ip/firewall/nat/move =numbers=*5 =destination=*2',
    ],
    [{ action: 'move', menu: '/ip/firewall/nat', id: '*5' } as const, '/ip/firewall/nat/move =numbers=*5'],
  ])('writes %o', (change, text) => {
    expect(words(commandOf(change))).toBe(text);
  });
});
