// A commit ends where the device shows that the hardware does not do what was planned: one case a check, each read
// from a device whose answers are altered once the changes are made.

import { expect, test } from 'vitest';
import type { Row } from '../../src/device/device.ts';
import type { MenuPath } from '../../src/model/config.ts';
import { alter } from '../support/altered-device.ts';
import { createRig, siteNamed } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';

interface Evidence {
  readonly menu: MenuPath;
  readonly altered: (row: Row) => Row;
  /** What the first line of the diagnostic says. */
  readonly says: string;
}

const cases: Readonly<Record<string, Evidence>> = {
  'post-check/switch-off': {
    menu: '/interface/ethernet/switch',
    altered: (row) => ({ ...row, invalid: 'true' }),
    says: 'switch switch1: expected l3-hw-offloading=yes, but the device shows l3-hw-offloading=no',
  },
  'post-check/port-flag': {
    menu: '/interface/ethernet/switch/port',
    altered: (row) => (row.name === 'ether9' ? { ...row, 'l3-hw-offloading': 'true' } : row),
    says: 'switch port ether9: expected l3-hw-offloading=no, but the device shows l3-hw-offloading=yes',
  },
  'post-check/driver': {
    menu: '/interface/ethernet/switch/l3hw-settings/monitor',
    altered: (row) => ({ ...row, state: 'fib-failure' }),
    says: 'driver: expected state ok, but the device shows state fib-failure',
  },
  'post-check/port-not-offloaded': {
    menu: '/interface/bridge/port',
    altered: (row) => ({ ...row, 'hw-offload': 'false', inactive: 'false' }),
    says: 'and 1 more: expected H: switched by the chip, but the device shows no H',
  },
  'post-check/vlan-not-offloaded': {
    menu: '/interface/vlan',
    altered: (row) => ({ ...row, 'hw-offloaded': 'false' }),
    says: 'expected H: routed by the chip, but the device shows no H',
  },
  'post-check/route-not-offloaded': {
    menu: '/ip/route',
    altered: (row) => ({ ...row, active: 'true', 'hw-offloaded': 'false' }),
    says: 'expected H: may be routed by the chip, but the device shows no H',
  },
  'post-check/rule-invalid': {
    menu: '/interface/ethernet/switch/rule',
    altered: (row) => ({ ...row, invalid: 'true' }),
    says: 'expected 9 valid, but the device shows 0 valid',
  },
  'post-check/admin-mac': {
    menu: '/interface/bridge',
    altered: (row) => ({ ...row, 'mac-address': '02:00:00:00:00:99' }),
    says: 'but the device shows 02:00:00:00:00:99',
  },
};

/** So already before, or reading the changes back would notice first. */
const apart = '/interface/ethernet/switch/port/set ether9 l3-hw-offloading=no';

/** On a release that shows the flags of VLAN interfaces, with switch rules and a port apart. */
const site = `${siteNamed('rig').replace('7.14.3', '7.24.6').replace('    routes:', `    raw: ${apart}\n    routes:`)}
acls:
  apart:
    from: left
    rules:
      - deny: { to: right, protocol: tcp, port: 22 }
      - permit: any
`;

test.each(Object.keys(cases))('%s', async (code) => {
  const { menu, altered, says } = cases[code] ?? { menu: '/', altered: (row) => row, says: '' };
  const rig = createRig({ site, script: apart });
  const before = essenceOf(rig.simulator);
  let isChecking = false;
  const result = await rig.apply(await rig.plan(), {
    onStep: (step) => {
      isChecking = step === 'checking';
    },
    async connect() {
      const device = alter(await rig.connect(), {
        rows: (path, rows) => (isChecking && path === menu ? rows.map(altered) : rows),
      });
      return { ...device, monitor: async (path, ...rest) => alteredAt(path, await device.monitor(path, ...rest)) };
    },
  });
  function alteredAt(path: MenuPath, rows: readonly Row[]): readonly Row[] {
    return isChecking && path === menu ? rows.map(altered) : rows;
  }
  const [first, ...others] = result.diagnostics.filter((each) => each.severity === 'error');
  expect([first?.code, first?.what]).toEqual([code, expect.stringContaining(says)]);
  expect(others).toEqual([]);
  expect([result.state, essenceOf(rig.simulator)]).toEqual(['undone', before]);
});
