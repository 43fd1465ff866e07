// Why an item of an export is not in hardware: the reason that stands beside it is its own.

import { expect, test } from 'vitest';
import { auditSource } from '../../../src/pipeline/analyse/audit-source.ts';
import { renderReport } from '../../../src/report/render-report.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';

const profiles = { value: builtInProfiles(), diagnostics: [] };

function auditOf(text: string) {
  return auditSource({ path: 'export.rsc', text }, profiles, {}).report;
}

const unwrapped = (text: string) => renderReport(auditOf(text), { width: 400 });

test('of a device that routes nothing in hardware, a bridge port has a reason of bridging', () => {
  const shown = unwrapped(`# 2025-01-01 00:00:00 by RouterOS 7.18.2
# model = L009UiGS
/interface bridge
add name=lan
/interface bridge port
add bridge=lan interface=ether1
add bridge=lan interface=ether2
add bridge=lan interface=ether3
/ip address
add address=10.1.0.1/24 interface=lan
`);
  expect(shown).toMatch(/^ {2}1 route: where no switch chip routes, the CPU does/m);
  expect(shown).toMatch(/^ {2}1 bridge port: frames of a port that the chip cannot switch pass the CPU/m);
});

test('a bridge without ports, as a loopback, is not said to have `hw=no`', () => {
  const { devices } = auditOf(`# 2025-01-01 00:00:00 by RouterOS 7.18.2
# model = CRS326-24G-2S+
/interface bridge
add name=loopback
add name=lan vlan-filtering=yes
/interface bridge port
add bridge=lan interface=ether1
add bridge=lan interface=ether2
/interface ethernet switch
set 0 l3-hw-offloading=yes
/ip address
add address=10.9.9.9 interface=loopback network=10.9.9.9
add address=10.1.0.1/24 interface=lan
`);
  const loopback = devices.flatMap(({ verdicts }) => verdicts).filter(({ placement }) => placement === 'cpu');
  expect(loopback.map(({ because }) => because[0])).toEqual(['route/route-gateway-on-software-iface']);
});

test.each([
  ['a blank software id is that of a Cloud Hosted Router', '# software id = \n', true],
  ['a device has one', '# software id = ABCD-EFGH\n', false],
  ['a header that was cut off says nothing of it', '', false],
])('%s', (_, line, isLikely) => {
  const text = `# 2025-01-01 00:00:00 by RouterOS 7.18.2\n${line}#\n/system identity\nset name=r1\n`;
  const [unknown] = auditOf(text).diagnostics.filter(({ code }) => code === 'audit/unknown-model');
  expect(unknown?.fix?.title.includes('--model CHR')).toBe(isLikely);
});

test.each([
  ['is inactive', '', ['hardware', 'unavailable', 'hardware']],
  ['may be in a network of a client', '/ip dhcp-client\nadd interface=sfp-sfpplus3\n', ['unknown']],
])('a route whose gateway is in no connected network %s', (_, client, expected) => {
  const { devices } = auditOf(`# 2025-01-01 00:00:00 by RouterOS 7.18.2
# model = CRS317-1G-16S+
/interface ethernet switch
set 0 l3-hw-offloading=yes
/ip address
add address=10.0.1.1/24 interface=sfp-sfpplus1
/ip route
add dst-address=10.7.0.0/16 gateway=172.16.0.9
add dst-address=10.8.0.0/16 gateway=172.16.0.9,10.0.1.9
${client}`);
  const routes = devices.flatMap(({ verdicts }) => verdicts).filter(({ subject }) => subject.menu.startsWith('/ip/'));
  expect(routes.map(({ placement }) => placement)).toEqual(expect.arrayContaining(expected));
  const open = routes.filter(({ subject }) => subject.key === '10.7.0.0/16');
  expect(open.map(({ because }) => because)).toEqual([['flow/gateway-unreachable']]);
});

test.each([
  ['7.1', 'older'],
  ['7.99', 'newer'],
])('an export of RouterOS %s is told to be %s than what rosc knows, as a site is', (version, side) => {
  const { diagnostics } = auditOf(
    `# 2025-01-01 00:00:00 by RouterOS ${version}\n# model = RB760iGS\n/system identity\nset name=r\n`,
  );
  expect(diagnostics.map(({ severity, what }) => `${severity}: ${what}`)).toEqual([
    `warning: RouterOS ${version} is ${side} than what rosc knows`,
  ]);
});
