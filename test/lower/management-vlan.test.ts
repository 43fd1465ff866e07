// A management VLAN with a router of its own, on a switch with a default route: hosts get no further by the switch.

import { expect, test } from 'vitest';
import { buildNetwork } from '../../src/forwarding/build.ts';
import { itemsOf, propertyValue } from '../../src/model/config.ts';
import { analyze } from '../../src/offload/analyze.ts';
import { lowerSite } from '../support/lower-site.ts';
import { read } from '../support/valid-site.ts';

const site = `version: 1
site: test
vlans:
  office: { id: 12, ipv4: 10.12.0.0/24 }
  mgmt: { id: 14, ipv4: 10.14.0.0/24 }
devices:
  core:
    model: CRS354-48G-4S+2Q+
    routeros: 7.19.4
    management: { vlan: mgmt, address: 10.14.0.2/24, gateway: 10.14.0.1, from: [10.14.0.0/24, 172.20.0.0/16] }
    ports:
      ether1: { vlan: office }
      ether48: { vlan: mgmt }
      sfp-sfpplus1: { trunk: [office, mgmt] }
      qsfpplus1-1: { routed: 192.0.2.61/30 }
    gateways: { office: 10.12.0.1 }
    routes: [{ to: 0.0.0.0/0, via: 192.0.2.62 }]
`;

function lowered(text: string) {
  const { config, target, ...more } = lowerSite(read(text), 'core').value;
  const analysis = analyze({ config, target, network: buildNetwork(config, target, more), context: 'site', files: [] });
  const redirects = itemsOf(config, '/interface/ethernet/switch/rule').flatMap((item) =>
    propertyValue(item, 'redirect-to-cpu') && !propertyValue(item, 'dst-port') ? propertyValue(item, 'ports') : [],
  );
  const found = analysis.diagnostics.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
  return { redirects, found };
}

// A VLAN has a flag for it from 7.21 on (manual, L3 Hardware Offloading, per-VLAN offloading).
test.each([
  ['7.19.4', ['ether48', 'sfp-sfpplus1']],
  ['7.22.1', []],
])('by the CPU, which the firewall keeps from forwarding them: RouterOS %s', (routeros, redirects) => {
  expect(lowered(site.replace('7.19.4', routeros))).toEqual({ redirects, found: [] });
});

// The CPU leaves them what the chip forwards, where one of their ports hangs on the CPU (`ether49`).
test('in the VLAN, to its own router and back', () => {
  const small = site.replace('ether48:', 'ether49:').replace(/ +(qsfpplus1-1|routes):.*\n/g, '');
  const inVlan = lowered(small).found.filter((code) => code !== 'l3hw/non-switch-port-in-l3hw');
  expect(inVlan).toEqual([]);
});

test('a router without a chip forwards by FastTrack beside the rules that keep the VLAN apart', () => {
  const router = site
    .replace('CRS354-48G-4S+2Q+', 'RB4011iGS+')
    .replace('ether48:', 'ether2:')
    .replace('sfp-sfpplus1:', 'ether3:')
    .replace('qsfpplus1-1:', 'ether4:');
  expect(lowered(router).found).toEqual([]);
});
