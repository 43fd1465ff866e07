// Menus that rosc only looks at may stay unread: then everything goes on, a warning says so, and no verdict is certain.

import { describe, expect, test } from 'vitest';
import { captureOf, captureText } from '../../../src/commands/capture.ts';
import { type Device, DeviceError } from '../../../src/device/device.ts';
import { readStable } from '../../../src/device/read.ts';
import { buildNetwork } from '../../../src/forwarding/build.ts';
import { type Config, type MenuPath, menusOf } from '../../../src/model/config.ts';
import { analyze } from '../../../src/offload/analyze.ts';
import { subjectOfDevice } from '../../../src/pipeline/import/import-subject.ts';
import { readLive } from '../../../src/pipeline/plan/read-prior.ts';
import { configurationOf } from '../../../src/pipeline/read/device-configuration.ts';
import { isOnlyLookedAt, readMenus } from '../../../src/pipeline/read/read-menus.ts';
import { planFromNothing } from '../../../src/plan/make-plan.ts';
import { applyChanges } from '../../../src/plan/patch.ts';
import { renderScript } from '../../../src/report/script.ts';
import { alter } from '../../support/altered-device.ts';
import { createRig, planFor, siteNamed } from '../../support/apply-rig.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';

const refusals = {
  'a missing policy': new DeviceError('permission', 'not enough permissions (9)'),
  'a trap of another category': new DeviceError('refused', 'action failed (6)'),
  'no such item': new DeviceError('refused', 'no such item (4)'),
  'a time-out': new DeviceError('timed-out', 'no answer within 30000 ms'),
};

/** The rig as its site makes it. */
const site = siteNamed('rig');
const rig = createRig({
  site,
  script: renderScript(planFromNothing(createRig({ site }).lowered.config), { title: [] }),
});
const { lowered } = rig;

/** A menu of it cannot be read. */
async function rigWithout(unread: MenuPath | undefined, refusal: DeviceError): Promise<Device> {
  return alter(await rig.connect(), {
    rows: (menu, rows) => {
      if (menu === unread) throw refusal;
      return rows;
    },
  });
}

function placementsOf(config: Config): readonly string[] {
  const { target } = lowered;
  const own = configurationOf(config);
  const { verdicts } = analyze({ config: own, target, network: buildNetwork(own, target), context: 'device' });
  return verdicts.map(({ placement }) => placement);
}

const onlyLookedAt = readMenus().filter(isOnlyLookedAt);

test('rosc configures much of what it looks at, and only looks at the rest', () => {
  expect(onlyLookedAt).toEqual(
    expect.arrayContaining(['/tool/sniffer', '/tool/romon', '/ip/settings', '/queue/simple']),
  );
  expect([...menusOf(lowered.config)].filter(isOnlyLookedAt)).toEqual([]);
});

describe.each(Object.entries(refusals))('%s', (_, refusal) => {
  test.each(refusal.kind === 'permission' ? onlyLookedAt : onlyLookedAt.slice(0, 5))(
    'at %s is a warning, and verdicts are unknown',
    async (menu) => {
      const device = await rigWithout(menu, refusal);
      const { value, diagnostics } = await readLive(device, 'core', lowered.config);
      expect(diagnostics).toMatchObject([
        { code: 'device/menu-unread', severity: 'warning', primary: { at: { menu }, text: refusal.message } },
      ]);
      const placements = placementsOf(value.config);
      expect(placements).toContain('unknown');
      expect(placements).not.toContain('hardware');
    },
  );

  test('at a menu that is only looked at leaves it out of an import, and says so', async () => {
    const options = { profiles: builtInProfiles() };
    const { value, diagnostics } = await subjectOfDevice(await rigWithout('/tool/sniffer', refusal), 'core', options);
    expect(value?.config.items.length).toBeGreaterThan(10);
    expect(diagnostics).toMatchObject([
      {
        code: 'device/menu-unread',
        severity: 'warning',
        primary: { at: { menu: '/tool/sniffer' }, text: refusal.message },
      },
    ]);
  });

  test('at any menu leaves it out of a capture, and says so, there too', async () => {
    const { value, diagnostics } = await captureOf(await rigWithout('/interface/bridge/vlan', refusal), 'core');
    expect(diagnostics.map(({ code, what }) => [code, what])).toEqual([
      ['device/menu-unread', 'the capture of `core` lacks `/interface/bridge/vlan`, which could not be read'],
    ]);
    const { menus, unread, missing } = JSON.parse(captureText(value));
    expect([unread, missing.includes('/interface/bridge/vlan')]).toEqual([['/interface/bridge/vlan'], false]);
    expect(menus).not.toHaveProperty('/interface/bridge/vlan');
    expect(menus['/interface/bridge']).toHaveLength(1);
  });

  test('at a menu that the site configures stops the plan', async () => {
    const device = await rigWithout('/interface/bridge/vlan', refusal);
    await expect(readLive(device, 'core', lowered.config)).rejects.toBe(refusal);
  });
});

test('a device that answers no menu in time is not waited for menu by menu', async () => {
  const refusal = refusals['a time-out'];
  const asked = new Set<MenuPath>();
  const silent = alter(await rig.connect(), {
    rows: (menu, rows) => {
      if (menu.startsWith('/system')) return rows;
      asked.add(menu);
      throw refusal;
    },
  });
  await expect(captureOf(silent, 'core')).rejects.toMatchObject({ kind: 'timed-out' });
  expect(asked.size).toBe(3);
});

test('with all of them, verdicts are certain; what a plan makes of an unread menu is as unknown as before', async () => {
  const reading = await readLive(await rig.connect(), 'core', lowered.config);
  expect(reading.diagnostics).toEqual([]);
  expect(placementsOf(reading.value.config)).toContain('hardware');

  const device = await rigWithout('/tool/sniffer', refusals['a missing policy']);
  const { value } = await readLive(device, 'core', lowered.config);
  const [, ...fewer] = lowered.config.items.filter(({ menu }) => menu === '/ip/route');
  const desired = { items: lowered.config.items.filter((item) => item.menu !== '/ip/route' || fewer.includes(item)) };
  const plan = planFor({ ...lowered, config: desired }, value.config, { device: { ...value.identity, name: 'core' } });
  expect(plan.changes).not.toEqual([]);
  expect(placementsOf(applyChanges(value.config, plan.changes))).not.toContain('hardware');
});

test('a connection that ends is no unread menu', async () => {
  const gone = new DeviceError('connection-lost', 'the device closed the connection');
  const device = await rigWithout('/tool/sniffer', gone);
  await expect(readStable(device, readMenus(), 'core', { mayMiss: isOnlyLookedAt })).rejects.toBe(gone);
});
