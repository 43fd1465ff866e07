// A key that is known at another level of the site is told where it stands; a slip of the pen is told its spelling.

import { expect, test } from 'vitest';
import { loadIntent } from '../../src/intent/load.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';

const profiles = builtInProfiles();

function labelsOf(top: string, device: string): readonly string[] {
  const text = `version: 1
site: s
${top}
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    ${device}
`;
  return loadIntent({ path: 'site.yaml', text }, { profiles })
    .diagnostics.filter(({ code }) => code === 'intent/unknown-key')
    .map(({ primary }) => primary.text);
}

test.each([
  ['', 'acl: {}', '`acls` stands at the top level'],
  ['', 'flow: []', '`flows` stands at the top level'],
  ['', 'hosts: {}', '`hosts` stands at the top level'],
  ['gateways: {}', '', '`gateways` stands under a device'],
  ['firewal: []', '', '`firewall` stands under a device'],
  ['', 'gateway: {}', 'did you mean `gateways`?'],
  ['vlan: {}', '', 'did you mean `vlans`?'],
  ['', 'wombat: 1', 'unknown here'],
])('%s %s: %s', (top, device, label) => {
  expect(labelsOf(top, device)).toEqual([label]);
});

test.each([
  ['at', 'core/ether5', 'say where it is plugged in: `device: DEVICE` and `port: PORT`'],
  ['interface', 'ether5', 'say where it is plugged in: `device: DEVICE` and `port: PORT`'],
  ['ip', '10.0.0.5', 'write `address:`'],
  ['vlan', 'lan', 'leave it out: a host is in the VLAN of its port'],
  ['gro', 'on', 'move it there, as `gro:`'],
  ['nics', 'rtl8168h', 'write `nic`'],
])('a host with the key `%s` is told what to write', (key, value, title) => {
  const text = `version: 1\nsite: s\nhosts:\n  nas: { device: core, port: ether1, ${key}: ${value} }\ndevices:\n  core: { model: CRS326-24G-2S+, routeros: 7.20.8 }\n`;
  const { diagnostics } = loadIntent({ path: 'site.yaml', text }, { profiles });
  const found = diagnostics.filter(({ code }) => code === 'intent/unknown-key');
  expect(found.map(({ fix }) => fix?.title)).toEqual([title]);
});

test.each([
  ['access', 'lan', 'write `vlan:`'],
  ['untagged', 'lan', 'write `vlan:`, or `native:` beside a trunk'],
  ['pvid', '10', 'write `vlan:`, or `native:` beside a trunk'],
  ['tagged', '[lan]', 'write `trunk:`'],
])('a port with the key `%s` is told what to write', (key, value, title) => {
  const text = `version: 1\nsite: s\nvlans: { lan: { id: 10 } }\ndevices:\n  core: { model: CRS326-24G-2S+, routeros: 7.20.8, ports: { ether1: { ${key}: ${value} } } }\n`;
  const { diagnostics } = loadIntent({ path: 'site.yaml', text }, { profiles });
  const found = diagnostics.filter(({ code }) => code === 'intent/unknown-key');
  expect(found.map(({ fix }) => fix?.title)).toEqual([title]);
});
