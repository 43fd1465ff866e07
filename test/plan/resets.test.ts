// What rosc set, rosc resets: a device that went from one site to another and back is as it was after the first, and
// what strangers set on it stays.

import { describe, expect, test } from 'vitest';
import { makePlan } from '../../src/plan/make-plan.ts';
import { configOf } from '../support/config-of.ts';
import { examples } from '../support/examples.ts';
import { checkPairs, checkThinnedPairs, goThrough } from '../support/site-pair.ts';

const smallSwitch = (ports: string) => `version: 1
site: small
vlans:
  office: { id: 47 }
  guests: { id: 48 }
devices:
  core:
    model: RB450Gx4
    routeros: 7.20.8
    ports: { ${ports} }
`;

describe('a device that goes from one site to another and back', () => {
  test('is as it was', () => checkPairs(examples(3, 8)));

  test('is as it was, whatever key a site may have', () => checkThinnedPairs(examples(2, 4)));

  test('has the name, the name servers and the services that it had', async () => {
    const site = (words: string) =>
      `version: 1\nsite: small\ndevices:\n  core: { model: RB450Gx4, routeros: 7.20.8${words} }`;
    const more = site(`, identity: "first: floor", dns: { servers: ["2001:db8::53", 192.0.2.53], serve: true },
      ntp: { servers: [192.0.2.1], serve: true }, syslog: { server: 192.0.2.2 },
      raw: "/ip/settings/set rp-filter=loose",
      management: { port: ether5, address: 192.168.88.1/24, services: [ssh] }`);
    const strangers =
      '/system/identity/set name="the attic"; /ip/dns/set servers=192.0.2.7; /ip/service/set ftp disabled=yes';
    const { states, plans } = await goThrough([site(' '), more, site(' ')], { strangers });
    expect(states[2]).toEqual(states[0]);
    const back = plans[2]?.changes.filter(({ because }) => because.startsWith('rosc set it'));
    expect(
      back?.map(({ menu, key, properties }) => [menu, key, ...properties.map(({ name }) => name)].join(' ')),
    ).toEqual([
      '/system/identity  name',
      '/ip/settings  rp-filter',
      '/ip/dns  allow-remote-requests servers',
      '/system/ntp/client  enabled',
      '/system/ntp/server  enabled',
      '/ip/service telnet disabled',
      '/ip/service www disabled',
      '/ip/service ssh address',
      '/ip/service api disabled',
      '/ip/service winbox disabled',
      '/ip/service api-ssl disabled',
    ]);
  });

  test('has the radios that it had, under the names that they had', async () => {
    const site = (words: string) => `version: 1
site: small
devices:
  core:
    model: { name: ap, ports: { ether1: 1Gbps, wifi1..2: { speed: 1Gbps, medium: wifi } } }
    routeros: 7.20.8
${words}`;
    const more = site(`    wifi:
      radios:
        wifi1: { name: upstairs, configuration.ssid: home, security.passphrase: !env KEY, enabled: true }
        wifi2: { configuration.ssid: home }
      virtual: [{ name: guests, master-interface: upstairs, configuration.ssid: guests }]`);
    const strangers = '/interface/wifi/set wifi2 configuration.ssid=attic configuration.country=Latvia';
    const { states, plans } = await goThrough([site(''), more, site('')], { strangers });
    expect(states[2]).toEqual(states[0]);
    const memory = plans[1]?.changes.find(({ key }) => key === 'rosc-settings');
    expect(memory?.properties.map(({ after }) => after).join(' ')).toMatch(/wifi2:configuration.ssid:attic/);
    expect(JSON.stringify(memory)).not.toContain('k3y');
  });

  test('leaves no VLAN mode on a port that left its VLAN, and the plan says so', async () => {
    const one = smallSwitch('ether1: { vlan: office }, ether2: { vlan: office }');
    const two = smallSwitch('ether1: { vlan: office }, ether2: { vlan: office }, ether3: { vlan: office }');
    const { states, plans } = await goThrough([one, two, one]);
    expect(states[2]).toEqual(states[0]);
    const back = plans[2]?.changes.filter(({ because }) => because.startsWith('rosc set it'));
    expect(back?.map(({ menu, key }) => `${menu} ${key}`)).toEqual([
      '/interface/ethernet ether3',
      '/interface/ethernet/switch/port ether3',
    ]);
  });

  test('has the addresses that it chose, where the site no longer names one', async () => {
    const raw = (...lines: readonly string[]) =>
      `version: 1\nsite: small\ndevices:\n  core:\n    model: RB450Gx4\n    routeros: 7.20.8\n    raw: |\n${lines
        .map((line) => `      ${line}\n`)
        .join('')}`;
    const silent = raw(
      '/interface/bridge/add name=lan',
      '/interface/bonding/add name=pair slaves=ether1,ether2',
      '/routing/ospf/instance/add name=one',
      '/ip/address/add address=192.0.2.1/32 interface=ether3',
      '/interface/mesh/add name=mesh',
    );
    const named = raw(
      '/interface/bridge/add name=lan auto-mac=no admin-mac=02:00:00:00:00:07',
      '/interface/bonding/add name=pair slaves=ether1,ether2 forced-mac-address=02:00:00:00:00:08',
      '/routing/ospf/instance/add name=one router-id=192.0.2.9',
      '/ip/address/add address=192.0.2.1/32 interface=ether3 network=192.0.2.2',
      '/interface/mesh/add name=mesh auto-mac=no admin-mac=02:00:00:00:00:09',
    );
    const { states, outstanding, plans } = await goThrough([silent, named, silent, named]);
    expect(plans[1]?.changes.length).toBeGreaterThanOrEqual(5);
    expect(states.slice(2)).toEqual(states.slice(0, 2));
    expect(outstanding).toEqual([[], [], [], []]);
  });

  test('keeps what strangers set, before and between', async () => {
    const one = smallSwitch('ether1: { vlan: office }, ether2: { vlan: office }');
    const two = smallSwitch('ether1: { vlan: office }, ether3: { vlan: office, description: desk }');
    const strangers = [
      '/interface/ethernet/set [find default-name=ether3] comment="to the cellar" mtu=1400',
      '/interface/ethernet/switch/port/set [find name=ether3] default-vlan-id=7',
    ].join('\n');
    const { states } = await goThrough([one, two, one], { strangers });
    expect(states[2]).toEqual(states[0]);
    const ether3 = states[2]?.filter((text) => /ether3\b/.test(text));
    expect(ether3?.join('\n')).toMatch(/mtu=1400.* to the cellar/);
    expect(ether3?.join('\n')).toContain('default-vlan-id=7');
  });

  test('remembers what stays, on a port that still has words of the site and on one that has none', async () => {
    const site = (port: string) => smallSwitch(`ether1: { vlan: office }${port}`);
    const fast = site(', ether3: { vlan: office, speed: 1G-baseT-full }');
    const plain = site(', ether3: { vlan: office, description: desk }');
    const { states, outstanding } = await goThrough([fast, plain, site(''), fast, plain], { factory: '' });
    const words = states.map((state) => / (rosc:port\/ether3\/.*)$/m.exec(state.join('\n'))?.[1]);
    const [inUse, left, unnamed] = [
      'auto-negotiation+default-vlan-id+speed+vlan-mode',
      'default-vlan-id+speed+vlan-mode desk',
      'speed',
    ].map((settings) => `rosc:port/ether3/${settings}`);
    expect(words).toEqual([inUse, left, unnamed, inUse, left]);
    expect(states.slice(3)).toEqual(states.slice(0, 2));
    expect(outstanding.flat()).toEqual([]);
  });

  test('says what stays, where nobody wrote down what it was', () => {
    const prior = configOf({
      '/interface/ethernet': [{ 'default-name': 'ether3', l2mtu: '9004', comment: 'rosc:port/ether3/l2mtu' }],
    });
    const device = { name: 'core', model: 'RB450Gx4', serial: '', routeros: '7.20.8' };
    const { value, diagnostics } = makePlan({ site: 'test', device, prior, desired: { items: [] } });
    expect([...value.changes, ...(value.marks ?? [])]).toEqual([]);
    expect(diagnostics.map(({ code, what }) => [code, what])).toEqual([
      ['plan/kept-setting', '`l2mtu` of `ether3` stays 9004, though the site no longer asks for it'],
    ]);
  });
});
