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
