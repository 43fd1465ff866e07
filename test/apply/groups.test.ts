// What can cut the session off runs as one script on the device; so does everything that might, where nobody knows by
// which way the session comes.

import { describe, expect, test } from 'vitest';
import { groupsOf } from '../../src/apply/groups.ts';
import type { MenuPath } from '../../src/model/config.ts';
import type { Change } from '../../src/plan/plan.ts';
import { createRig, siteNamed } from '../support/apply-rig.ts';

const onSomePath: readonly MenuPath[] = [
  '/interface/bridge/port',
  '/interface/bridge/vlan',
  '/interface/bonding',
  '/interface/ethernet/switch/rule',
  '/interface/vlan',
  '/ip/address',
  '/ip/firewall/filter',
  '/ip/firewall/nat',
  '/ip/route',
  '/ipv6/address',
  '/ipv6/firewall/raw',
];

async function rigChanges(): Promise<readonly Change[]> {
  const rig = createRig({ site: siteNamed('rig'), script: '/interface/bridge/add name=bridge' });
  return (await rig.plan()).changes;
}

describe('where the path is unknown', () => {
  test.each(onSomePath)('a change of %s runs on the device', (menu) => {
    const phase = menu.startsWith('/interface/') ? 'bridge' : 'policy';
    const change: Change = {
      action: 'remove',
      menu,
      key: '',
      properties: [],
      phase,
      disruption: 'none',
      because: '',
    };
    const groups = groupsOf([change], { isPathUnknown: true });
    expect(groups.map(({ via }) => via)).toEqual(['script']);
  });

  test('no change of a whole plan that could be on it goes over the session', async () => {
    const changes = await rigChanges();
    const overSession = groupsOf(changes, { isPathUnknown: true }).flatMap((group) =>
      group.via === 'session' ? group.changes : [],
    );
    expect(overSession.filter(({ menu }) => onSomePath.includes(menu))).toEqual([]);
    const known = groupsOf(changes, { isPathUnknown: false }).flatMap((group) =>
      group.via === 'session' ? group.changes : [],
    );
    expect(known.filter(({ menu }) => onSomePath.includes(menu))).not.toEqual([]);
  });
});

test.each([
  ['with what nothing uses yet goes over the session', 'add', 'session'],
  ['that takes a place in the bridge runs on the device', 'bridge', 'script'],
] as const)('an addition of layer 2 %s', (_, phase, via) => {
  const change: Change = {
    action: 'add',
    menu: '/interface/bridge/port',
    key: '',
    properties: [],
    phase,
    disruption: 'none',
    because: '',
  };
  expect(groupsOf([change], { isPathUnknown: false }).map((group) => group.via)).toEqual([via]);
});

test.each([
  ['the device’s own', '192.168.88.1', false],
  ['none of the device’s', '203.0.113.9', true],
])('a session that comes to an address that is %s', async (_, peerAddress, runsAddresses) => {
  const script = '/ip/address/add address=192.168.88.1/24 interface=ether24';
  const rig = createRig({ site: siteNamed('rig'), script });
  const stored: string[] = [];
  const connect = async () => {
    const device = await rig.connect();
    const pipeline: typeof device.pipeline = (commands, options) => {
      for (const { arguments: given } of commands) {
        if (/-run-\d/.test(given.name ?? '')) stored.push(given.source ?? '');
      }
      return device.pipeline(commands, options);
    };
    return { ...device, peerAddress, pipeline };
  };
  const { state } = await rig.apply(await rig.plan(), { connect, displace: true });
  expect(state).toBe('confirmed');
  expect(/\/ip\/address\/add/.test(stored.join('\n'))).toBe(runsAddresses);
});
