// The menu tables hold together: keys exist, references resolve, versions are in order, what is analysed is read.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Item, MenuPath, Property } from '../../src/model/config.ts';
import { readProperty } from '../../src/model/menu-table.ts';
import { effective, keyOf, knowsProperty, menus, onlyNames, propertySpec } from '../../src/model/menus.ts';
import { compareVersions, version } from '../../src/model/version.ts';

const properties = [...menus].flatMap(([menu, { properties: specs }]) =>
  Object.entries(specs).map(([name, spec]) => ({ menu, name, spec })),
);

/** All TypeScript below a folder, joined. */
function sourceBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

function propertiesOf(values: Readonly<Record<string, string>>): ReadonlyMap<string, Property> {
  const origin = { kind: 'device', device: 'core', menu: '/', key: '' } as const;
  return new Map(Object.entries(values).map(([name, value]) => [name, { value, origin }]));
}

function itemOf(menu: MenuPath, values: Readonly<Record<string, string>>): Item {
  return { menu, key: '', properties: propertiesOf(values), origin: { kind: 'device', device: 'core', menu, key: '' } };
}

describe('the menu tables', () => {
  it('hold every menu that matters', () => {
    expect(menus.size).toBeGreaterThan(200);
    for (const menu of [
      '/interface/bridge/vlan',
      '/interface/ethernet/switch/rule',
      '/ip/route',
      '/routing/rule',
    ] as const) {
      expect(menus.has(menu)).toBe(true);
    }
  });

  it('leave out menus that only name interfaces, of which the manual says what they do', () => {
    const { menus: naming } = JSON.parse(readFileSync(join('profiles', 'menus', 'naming.json'), 'utf8'));
    const entries: [MenuPath, string][] = Object.entries<string>(naming).map(([menu, page]) => [
      `/${menu.slice(1)}`,
      page,
    ]);
    expect(entries.length).toBeGreaterThan(10);
    for (const [menu, page] of entries) {
      expect(menus.has(menu), menu).toBe(false);
      expect(onlyNames(menu), menu).toBe(true);
      expect(page, menu).toMatch(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/);
    }
    expect(onlyNames('/interface/made-up')).toBe(false);
  });

  it('have keys that are properties, and none for settings', () => {
    for (const [menu, { kind, key, properties: specs }] of menus) {
      expect(kind === 'settings' ? key : [], menu).toEqual([]);
      for (const name of key) expect(specs[name], `${menu} ${name}`).toBeDefined();
    }
  });

  it('refer to menus that exist', () => {
    for (const { menu, name, spec } of properties) {
      for (const target of spec.refersTo ?? []) expect(menus.has(target), `${menu} ${name} -> ${target}`).toBe(true);
    }
  });

  it('have versions in order', () => {
    for (const { menu, name, spec } of properties) {
      if (spec.since === undefined || spec.until === undefined) continue;
      expect(compareVersions(version(spec.since), version(spec.until)), `${menu} ${name}`).toBeLessThanOrEqual(0);
    }
  });

  it('have defaults that are values of their type', () => {
    for (const { menu, name, spec } of properties) {
      if (spec.default === undefined) continue;
      if (spec.type === 'bool') expect(['yes', 'no'], `${menu} ${name}`).toContain(spec.default);
      if (spec.enum) expect(spec.enum, `${menu} ${name}`).toContain(spec.default);
    }
  });

  it('call analysed only what the source reads', () => {
    const source = ['forwarding', 'offload', 'lower', 'plan', 'device', 'apply']
      .map((layer) => sourceBelow(`src/${layer}`))
      .join('\n');
    const words = new Set(source.match(/[\w.-]+/g));
    // Read property by property, whatever their names: a firewall rule (what it does not know by name makes a match
    // undecided) and the driver settings (each is compared with its default).
    const readWhole = /^\/ipv?6?\/firewall\/(?:filter|nat|mangle|raw)$|\/l3hw-settings\/advanced$/;
    const unread = properties.filter(
      ({ menu, name, spec }) => spec.offload === 'analysed' && !readWhole.test(menu) && !words.has(name),
    );
    expect(unread.map(({ menu, name }) => `${menu} ${name}`)).toEqual([]);
  });

  it('refuse a line that is not in their format', () => {
    expect(() => readProperty('integer neutral', {})).toThrow('integer is none of');
    expect(() => readProperty('text whatever', {})).toThrow('whatever is none of');
    expect(() => readProperty('text neutral 7.1', {})).toThrow('unknown mark 7.1');
    expect(() => readProperty('text neutral ->nobody', {})).toThrow('nobody is no menu');
  });
});

describe('knowsProperty', () => {
  it.each([
    ['/interface/vlan', 'l3-hw-offloading', '7.20.8', false],
    ['/interface/vlan', 'l3-hw-offloading', '7.21.1', true],
    ['/interface/vxlan', 'vrf', '7.19.6', true],
    ['/interface/vxlan', 'vrf', '7.20.1', false],
    ['/ip/settings', 'route-cache', '7.12.2', true],
    ['/ip/settings', 'route-cache', '7.13', false],
    ['/ip/firewall/filter', 'hw-offload', '7.24', true],
    ['/interface/vlan', 'no-such-thing', '7.20.8', false],
    ['/no/such/menu', 'name', '7.20.8', false],
  ] as const)('%s %s in %s: %s', (menu, name, at, expected) => {
    expect(knowsProperty(menu, name, version(at))).toBe(expected);
  });
});

describe('effective', () => {
  it('is what is set, else the default blamed on the item', () => {
    const vlan = itemOf('/interface/vlan', { mtu: '9000' });
    expect(effective(vlan, 'mtu').value).toBe('9000');
    expect(effective(vlan, 'l3-hw-offloading')).toEqual({ value: 'yes', origin: vlan.origin });
    expect(effective(vlan, 'comment').value).toBe('');
  });

  it('throws for a property that the table lacks', () => {
    expect(() => effective(itemOf('/interface/vlan', {}), 'speed')).toThrow('no property speed');
    expect(propertySpec('/interface/vlan', 'constructor')).toBeUndefined();
  });
});

describe('keyOf', () => {
  it.each([
    ['/interface/bridge/vlan', { bridge: 'bridge1', 'vlan-ids': '10' }, 'bridge1 10'],
    ['/ip/route', { 'dst-address': '198.51.100.0/24' }, '198.51.100.0/24'],
    ['/ip/route', { gateway: '192.0.2.1', 'routing-table': 'isp2' }, '0.0.0.0/0 @isp2'],
    ['/ipv6/route', {}, '::/0'],
    ['/ip/firewall/filter', { chain: 'forward' }, 'forward:3'],
    ['/interface/ethernet/switch/rule', { ports: 'ether1' }, 'rule:3'],
    ['/ip/settings', { 'rp-filter': 'strict' }, ''],
    ['/snmp/community', { name: 'hush' }, '#3'],
    ['/no/such/menu', { name: 'x' }, 'x'],
    ['/no/such/menu', {}, '#3'],
  ] as const)('%s %o: %s', (menu, values, expected) => {
    expect(keyOf(menu, propertiesOf(values), 3)).toBe(expected);
  });
});
