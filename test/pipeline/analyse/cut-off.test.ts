// Fixes that would cut whoever manages the device off say so, and come without commands.

import { expect, test } from 'vitest';
import { auditSource } from '../../../src/pipeline/analyse/audit-source.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';

const profiles = { value: builtInProfiles(), diagnostics: [] };

function fixOf(text: string, code: string) {
  const { report } = auditSource({ path: 'export.rsc', text: `# by RouterOS 7.14.2\n${text}` }, profiles, {});
  return report.diagnostics.find((each) => each.code === code)?.fix;
}

const unfiltered = (members: string, address: string) => `# model = CRS326-24G-2S+
/interface bridge
add name=bridge
/interface vlan
add interface=bridge name=mgmt vlan-id=99
/interface bridge port
add bridge=bridge interface=ether1
add bridge=bridge interface=ether2 pvid=20
/interface bridge vlan
add bridge=bridge tagged=${members} vlan-ids=99
/ip address
add address=192.168.88.1/24 interface=${address}
`;

test.each([
  ['a VLAN that the bridge is in', 'bridge,ether1,ether2', 'mgmt', undefined],
  ['a VLAN that the bridge is not in', 'ether1,ether2', 'mgmt', 'ether1'],
  ['a VLAN that a port is not in', 'bridge,ether1', 'mgmt', 'ether2'],
  ['the bridge itself, of which a port leaves the VLAN', 'bridge,ether1', 'bridge', 'ether2'],
])('VLAN filtering, with an address of %s', (_, members, address, port) => {
  const fix = fixOf(unfiltered(members, address), 'l2/pvid-without-vlan-filtering');
  expect(fix?.commands === undefined).toBe(port !== undefined);
  const session = /in a session that does not come by `([^`]*)`/.exec(fix?.title ?? '');
  expect(session?.[1]).toBe(port);
});

test('a trunk that takes no more untagged frames reaches no address of VLAN 1', () => {
  const trunk = (address: string) => `# model = CRS326-24G-2S+
/interface bridge
add name=bridge vlan-filtering=yes
/interface vlan
add interface=bridge name=mgmt vlan-id=99
/interface bridge port
add bridge=bridge interface=ether1
add bridge=bridge interface=ether2 pvid=99
/interface bridge vlan
add bridge=bridge tagged=bridge,ether1 vlan-ids=99
/ip address
add address=192.168.88.1/24 interface=${address}
`;
  expect(fixOf(trunk('mgmt'), 'l2/frame-types-open')?.commands).toHaveLength(1);
  expect(fixOf(trunk('bridge'), 'l2/frame-types-open')?.title).toContain('does not come by `ether1`');
});
