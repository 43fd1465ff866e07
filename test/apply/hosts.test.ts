// Hosts of the site are asked for a sign of life before the hardware is judged: who answers is known to the chip, who
// is silent is said to be, and neither makes a commit fail.

import { describe, expect, test } from 'vitest';
import type { CheckLine } from '../../src/apply/check.ts';
import { runPostCheck } from '../../src/apply/post-check.ts';
import { type Device, DeviceError } from '../../src/device/device.ts';
import { applyChanges } from '../../src/plan/patch.ts';
import { parsePlan, printPlan } from '../../src/plan/plan-file.ts';
import { createRig, lowerText, type Rig } from '../support/apply-rig.ts';

const site = `version: 1
site: lab
vlans:
  red: { id: 10, ipv4: 10.10.0.0/24, ipv6: '2001:db8:10::/64' }
  blue: { id: 20, ipv4: 10.20.0.0/24 }
devices:
  core:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    management: { port: ether24, address: 192.168.88.1/24 }
    ports:
      ether1-2: { vlan: red }
      ether3: { vlan: blue }
      ether4: { trunk: [red, blue] }
      ether5: { routed: 172.16.5.1/30 }
    gateways: { red: [10.10.0.1, '2001:db8:10::1'], blue: 10.20.0.1 }
  access:
    model: CRS326-24G-2S+
    routeros: 7.20.8
    management: { port: ether24, address: 192.168.88.2/24 }
    ports:
      ether1: { vlan: red }
      ether2: { trunk: [red, blue] }
hosts:
  web: { device: core, port: ether1, address: [10.10.0.50, '2001:db8:10::50'], mac: 02-00-00-00-00-50 }
  printer: { device: core, port: ether3, address: 10.20.0.60 }
  upstream: { device: core, port: ether5, address: 172.16.5.2 }
  far: { device: access, port: ether1, address: 10.10.0.70 }
  elsewhere: { device: core, port: ether1, address: 203.0.113.9 }
`;

const web = { mac: '02:00:00:00:00:50', port: 'ether1' };
const printer = { address: '10.20.0.60', mac: '02:00:00:00:00:60', port: 'ether3' };

function attach({ simulator }: Rig, { isPrinterOn = true } = {}): void {
  simulator.attach({ address: '10.10.0.50', ...web });
  simulator.attach({ address: '2001:db8:10::50', ...web });
  simulator.attach({ address: '172.16.5.2', mac: '02:00:00:00:05:02', port: 'ether5' });
  simulator.attach({ address: '10.10.0.70', mac: '02:00:00:00:00:70', port: 'ether4', vlan: 10 });
  if (isPrinterOn) simulator.attach(printer);
}

function hostLines(lines: readonly CheckLine[] = []): readonly string[] {
  return lines
    .filter(({ check }) => check === 'post-check/host')
    .map(({ subject, expected, observed, proof }) => `${subject}: ${expected} | ${observed} | ${proof}`);
}

describe('which hosts a device ought to know', () => {
  test('those in its networks, at their ports or behind another device', () => {
    expect(lowerText(site, 'core').hosts).toEqual([
      { name: 'web', address: '10.10.0.50', mac: '02:00:00:00:00:50', interface: 'red', vid: 10, port: 'ether1' },
      { name: 'web', address: '2001:db8:10::50', mac: '02:00:00:00:00:50', interface: 'red', vid: 10, port: 'ether1' },
      { name: 'printer', address: '10.20.0.60', interface: 'blue', vid: 20, port: 'ether3' },
      { name: 'upstream', address: '172.16.5.2', interface: 'ether5' },
      { name: 'far', address: '10.10.0.70', interface: 'red', vid: 10 },
    ]);
  });

  test('none, where it only switches', () => {
    expect(lowerText(site, 'access').hosts).toBeUndefined();
  });

  test('a plan takes them along', async () => {
    const plan = await createRig({ site }).plan();
    expect(plan.hosts).toHaveLength(5);
    expect(parsePlan({ path: 'plan.json', text: printPlan(plan) }).value?.hosts).toEqual(plan.hosts);
  });
});

describe('a commit asks the hosts', () => {
  test('who answers is resolved, and learned by the chip', async () => {
    const rig = createRig({ site });
    attach(rig);
    const begin = rig.clock.now();
    const { state, report } = await rig.apply(await rig.plan());
    expect(hostLines(report?.lines)).toEqual([
      'host web 10.10.0.50: 02:00:00:00:00:50 on red, learned by the chip at ether1 | 02:00:00:00:00:50, E at ether1 | proved',
      'host web 2001:db8:10::50: 02:00:00:00:00:50 on red, learned by the chip at ether1 | 02:00:00:00:00:50, E at ether1 | proved',
      'host printer 10.20.0.60: known on blue, learned by the chip at ether3 | 02:00:00:00:00:60, E at ether3 | proved',
      'host upstream 172.16.5.2: known on ether5 | 02:00:00:00:05:02 | proved',
      'host far 10.10.0.70: known on red, learned by the chip | 02:00:00:00:00:70, E at ether4 | proved',
    ]);
    expect(state).toBe('confirmed');
    expect(rig.clock.now() - begin).toBeLessThan(3000);
  });

  test('who is silent is named, and the commit is confirmed within seconds', async () => {
    const rig = createRig({ site });
    attach(rig, { isPrinterOn: false });
    const begin = rig.clock.now();
    const { state, report } = await rig.apply(await rig.plan());
    expect(hostLines(report?.lines)[2]).toBe(
      'host printer 10.20.0.60: known on blue, learned by the chip at ether3 | silent: through the CPU until it speaks | unproved',
    );
    expect(state).toBe('confirmed');
    expect(rig.clock.now() - begin).toBeLessThan(6000);
  });

  test('one that answers late is waited for', async () => {
    const rig = createRig({ site });
    attach(rig, { isPrinterOn: false });
    const { clock, simulator } = rig;
    let plugInAt = Number.POSITIVE_INFINITY;
    const { report } = await rig.apply(await rig.plan(), {
      onStep: (step) => {
        if (step === 'checking') plugInAt = clock.now() + 1500;
      },
      clock: {
        now: clock.now,
        async sleep(ms, signal) {
          await clock.sleep(ms, signal);
          if (clock.now() >= plugInAt) simulator.attach(printer);
        },
      },
    });
    expect(hostLines(report?.lines)[2]).toMatch(/E at ether3 \| proved$/);
  });

  test('one at another port, and one with another card, prove nothing', async () => {
    const rig = createRig({ site });
    rig.simulator.attach({ address: '10.10.0.50', mac: '02:00:00:00:00:51', port: 'ether1' });
    rig.simulator.attach({ ...printer, port: 'ether4', vlan: 20 });
    const { state, report } = await rig.apply(await rig.plan());
    const lines = hostLines(report?.lines);
    expect(lines[0]).toMatch(/\| 02:00:00:00:00:51 answers for it \| unproved$/);
    expect(lines[2]).toMatch(/\| learned at ether4 \| unproved$/);
    expect(state).toBe('confirmed');
  });
});

describe('a device that cannot ask', () => {
  async function check(rig: Rig, ping: Device['ping'], ms = 1500) {
    const plan = await rig.plan();
    await rig.apply({ ...plan, hosts: [] });
    const { hosts, predictions } = plan;
    const device = { ...(await rig.connect()), ping };
    const expected = applyChanges({ items: [] }, plan.changes);
    return runPostCheck(device, { expected, predictions, hosts, clock: rig.clock, deadline: rig.clock.now() + ms });
  }
  const fails = (kind: DeviceError['kind'], message: string) => async () => {
    throw new DeviceError(kind, message);
  };

  test.each([
    ['permission', 'not enough permissions (9)', 'this login lacks the policy `test`'],
    ['refused', '/ping: no such command', '/ping: no such command'],
    ['timed-out', 'no answer within 2000 ms', 'the device did not come to it in time'],
  ] as const)('%s: says why, and passes', async (kind, message, reason) => {
    const { lines, passed } = await check(createRig({ site }), fails(kind, message));
    expect(hostLines(lines)).toEqual(
      expect.arrayContaining([expect.stringContaining(`| not known, and not asked: ${reason} | unproved`)]),
    );
    expect(passed).toBe(true);
  });

  test('does not go on asking in vain', async () => {
    let questions = 0;
    await check(createRig({ site }), async () => {
      questions++;
      throw new DeviceError('permission', 'not enough permissions (9)');
    });
    expect(questions).toBe(5);
  });

  test('and a connection that goes is one', async () => {
    await expect(check(createRig({ site }), fails('connection-lost', 'gone'))).rejects.toThrow('gone');
  });

  test('begins none after its time', async () => {
    const rig = createRig({ site });
    let questions = 0;
    const { lines } = await check(rig, async () => [{ seq: String(questions++) }], 0);
    expect(questions).toBe(0);
    expect(hostLines(lines)[0]).toContain('not asked: there was no time left');
  });
});
