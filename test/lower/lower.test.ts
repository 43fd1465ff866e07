// What lowering promises of every configuration that it makes, and how single features come out.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Intent } from '../../src/intent/intent.ts';
import type { lower } from '../../src/lower/lower.ts';
import type { Lowered } from '../../src/lower/lowered.ts';
import { type Config, itemsOf, type MenuPath, propertyValue } from '../../src/model/config.ts';
import { isRadio } from '../../src/model/is-radio.ts';
import { knowsProperty, menus, propertySpec } from '../../src/model/menus.ts';
import { textOf } from '../../src/source/location.ts';
import { lowerSite } from '../support/lower-site.ts';
import { projectRoot } from '../support/project-root.ts';
import { change, marked, read, validSite } from '../support/valid-site.ts';

const sites = join(projectRoot, 'fixtures', 'sites');

function lowerCore(text: string): ReturnType<typeof lower> {
  const intent = read(text);
  return lowerSite(intent, 'core');
}

/** `menu key` → one property of each item of a menu. */
function valuesOf(config: Config, menu: MenuPath, name: string): (string | undefined)[] {
  return itemsOf(config, menu).map((item) => propertyValue(item, name));
}

const all: { site: string; device: string; intent: Intent; lowered: Lowered }[] = readdirSync(sites).flatMap((site) => {
  const intent = read(readFileSync(join(sites, site, 'site.yaml'), 'utf8'));
  return [...intent.devices.keys()].map((device) => ({
    site,
    device,
    intent,
    lowered: lowerSite(intent, device).value,
  }));
});

describe.each(all)('$site/$device', ({ intent, lowered }) => {
  test('writes only menus and properties that RouterOS has at this version and rosc models', () => {
    const { config, target } = lowered;
    const strange = config.items.flatMap(({ menu, properties }) =>
      [...properties.keys()]
        .filter((name) => {
          const isModelled = propertySpec(menu, name)?.offload !== 'unmodelled';
          return !isModelled || !knowsProperty(menu, name, target.routeros);
        })
        .map((name) => `${menu} ${name}`),
    );
    expect(strange).toEqual([]);
  });

  test('tags every item that it adds, each tag once in its menu', () => {
    const untagged: string[] = [];
    const tags: string[] = [];
    // Radios are there before and after.
    for (const { menu, key, properties } of lowered.config.items.filter((item) => !isRadio(item))) {
      const table = menus.get(menu);
      if (!table || table.kind === 'fixed' || table.kind === 'settings' || !('comment' in table.properties)) continue;
      if (!knowsProperty(menu, 'comment', lowered.target.routeros)) continue;
      const [tag = ''] = (properties.get('comment')?.value ?? '').split(' ');
      if (!tag.startsWith('rosc:')) untagged.push(`${menu} ${key}`);
      tags.push(`${menu} ${tag}`);
    }
    expect(untagged).toEqual([]);
    expect(tags.filter((tag, index) => tags.indexOf(tag) !== index)).toEqual([]);
  });

  test('knows the place of every property in the site', () => {
    for (const { properties, origin } of lowered.config.items) {
      for (const at of [origin, ...[...properties.values()].map((property) => property.origin)]) {
        if (at.kind !== 'source') throw new Error('an origin outside of the site');
        expect(at.file.path).toBe(intent.file.path);
        expect(at.file.text.length).toBe(intent.file.text.length);
        expect(textOf(at)).not.toBe('');
      }
    }
  });
});

test('tags stay when unrelated parts of the site change', () => {
  const tags = (text: string) =>
    lowerCore(text).value.config.items.map(({ menu, properties }) => `${menu} ${properties.get('comment')?.value}`);
  const before = tags(validSite);
  const after = tags(
    change('vlans:', 'vlans:\n  first: { id: 100, ipv4: 10.0.100.0/24 }')
      .replace('ether1-4:', 'ether20: { vlan: first }\n      ether1-4:')
      .replace('    routes:', '    routes:\n      - { to: 192.0.2.0/24, blackhole: true }'),
  );
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after.length).toBeGreaterThan(before.length);
});

describe('BGP', () => {
  const bgp = `    bgp:
      asn: 65010
      router-id: 10.0.2.1
      advertise: left
      multipath: 4
      peers: { isp: { address: 198.51.100.2, asn: 65000 } }
acls:`;
  const connection = (version: string) => {
    const { value, diagnostics } = lowerCore(change('acls:', bgp).replace('7.14.3', version));
    const [item] = itemsOf(value.config, '/routing/bgp/connection');
    return { names: [...(item?.properties.keys() ?? [])], config: value.config, diagnostics };
  };

  test.each([
    ['7.18.2', ['as', 'router-id', 'address-families'], ['instance', 'afi']],
    ['7.19.6', ['as', 'router-id', 'afi'], ['instance', 'address-families']],
    ['7.20.8', ['instance', 'afi'], ['as', 'router-id', 'address-families']],
  ])('is written as RouterOS %s reads it', (version, present, absent) => {
    const { names, config, diagnostics } = connection(version);
    expect(names).toEqual(expect.arrayContaining(present));
    for (const name of absent) expect(names).not.toContain(name);
    expect(itemsOf(config, '/routing/bgp/instance').length).toBe(present.includes('instance') ? 1 : 0);
    expect(diagnostics.map(marked)).toEqual([['lower/multipath-too-old', '4']]);
  });

  test('uses several paths from 7.22 on', () => {
    const { config, diagnostics } = connection('7.22.3');
    expect(valuesOf(config, '/routing/bgp/instance', 'multipath')).toEqual(['4']);
    expect(diagnostics).toEqual([]);
  });

  test('announces what `advertise` says and nothing else', () => {
    const { config } = connection('7.20.8');
    expect(valuesOf(config, '/routing/bgp/connection', 'output.filter-chain')).toEqual(['rosc-bgp-out']);
    expect(valuesOf(config, '/routing/filter/rule', 'rule')).toEqual(['if (bgp-network) { accept }']);
    expect(valuesOf(config, '/ip/firewall/address-list', 'address')).toEqual(['10.0.2.0/24']);
  });
});

describe('the bridge', () => {
  test('takes its MAC from its first port, which the device tells later', () => {
    const { config } = lowerCore(validSite).value;
    expect(valuesOf(config, '/interface/bridge', 'auto-mac')).toEqual(['no']);
    expect(valuesOf(config, '/interface/bridge', 'admin-mac')).toEqual(['@mac-of:ether1']);
  });

  test('is missing where nothing is switched', () => {
    const routed = validSite
      .replace(/ {6}ether[15]-[48].*\n/g, '')
      .replace(/ {4}gateways.*\n/, '')
      .replace(/acls:[\s\S]*$/, '')
      .replace(/vlans:[\s\S]*(?=devices)/, '');
    const { config } = lowerCore(routed).value;
    expect(itemsOf(config, '/interface/bridge')).toEqual([]);
    expect(valuesOf(config, '/ip/address', 'interface')).toEqual(['ether9', 'ether24']);
  });

  test('leaves VLANs to the chip’s table where filtering would cost the hardware', () => {
    const small = validSite
      .replace('CRS326-24G-2S+', 'RB450Gx4')
      .replace('port: ether24', 'port: ether5')
      .replace('ether1-4:', 'ether1-2:')
      .replace('ether5-8:', 'ether3:')
      .replace('ether9:', 'ether4:');
    const { config } = lowerCore(small).value;
    expect(valuesOf(config, '/interface/bridge', 'vlan-filtering')).toEqual(['no']);
    expect(itemsOf(config, '/interface/bridge/vlan')).toEqual([]);
    expect(valuesOf(config, '/interface/ethernet/switch/vlan', 'ports')).toEqual([
      'switch1-cpu,ether1,ether2',
      'switch1-cpu,ether3',
    ]);
    expect(valuesOf(config, '/interface/bridge/port', 'pvid')).toEqual([undefined, undefined, undefined]);
  });

  test('has ports and a frame size that carry its largest VLAN', () => {
    const { config } = lowerCore(change('10.0.2.0/24 }', '10.0.2.0/24, mtu: 9000 }')).value;
    expect(valuesOf(config, '/interface/bridge', 'mtu')).toEqual(['9000']);
    expect(valuesOf(config, '/interface/vlan', 'mtu')).toEqual(['9000', undefined]);
    expect(new Set(valuesOf(config, '/interface/ethernet', 'l2mtu'))).toEqual(new Set(['9004']));
  });
});
