// Fixes of what is found in a site: its own keys, and lines under `raw:` for what it has no key for.

import { expect, test } from 'vitest';
import { analyseSource } from '../../../src/pipeline/analyse/analyse-site.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';

const profiles = { value: builtInProfiles(), diagnostics: [] };

const text = `version: 1
site: keys
vlans:
  left: { id: 2, ipv4: 10.0.2.0/24, mtu: 9000 }
  right: { id: 3, ipv4: 10.0.3.0/24 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    management: { port: ether24, address: 192.168.88.1/24 }
    settings: { ipv4: { ip-forward: false } }
    ports:
      sfp-sfpplus1: { vlan: left, l2mtu: 1600 }
      ether1: { vlan: left, bridge-port: { horizon: 1 } }
      ether2: { vlan: right, bridge-port: { hw: false } }
    gateways: { left: 10.0.2.1, right: 10.0.3.1 }
    raw: |
      /interface/bridge/port set [find interface=ether2] horizon=2
`;

test('a fix of a site names its keys, and a line under `raw:` where it has none', () => {
  const { diagnostics } = analyseSource({ path: 'site.yaml', text }, profiles, {});
  const fixOf = (code: string) => diagnostics.filter((each) => each.code === code).map(({ fix }) => fix);
  expect(fixOf('l2/bp-hw-no')).toMatchObject([{ steps: ['ports: { ether2: { bridge-port: { hw: true } } }'] }]);
  expect(fixOf('route/ip-forward-off')).toMatchObject([{ steps: ['l3-offload: false'] }]);
  expect(fixOf('mtu/vlan-mtu-gt-bridge')).toMatchObject([{ steps: ['ports: { sfp-sfpplus1: { l2mtu: 9022 } }'] }]);
  expect(fixOf('l2/bp-horizon')[0]?.steps?.slice(0, 2)).toEqual([
    'ports: { ether1: { bridge-port: { horizon: none } } }',
    'raw: |',
  ]);
  expect(diagnostics.flatMap(({ fix }) => fix?.commands ?? [])).toEqual([]);
});
