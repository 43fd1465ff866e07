// What is kept of a commit and of a plan, used later: the way back to a prior state, and plan files with secrets.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { factoryScript } from '../support/apply-rig.ts';
import { essenceOf } from '../support/device-essence.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { type MemoryIo, memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';

const clock = leapingClock();
const cwd = '/somewhere';
const rig = readFileSync(`${projectRoot}/fixtures/sites/rig/site.yaml`, 'utf8');

let close: (() => Promise<void>) | undefined;

async function start(script: string): Promise<{ simulator: Simulator; where: readonly string[] }> {
  const simulator = createSimulator({ target: targetOf('CRS326-24G-2S+', '7.14.3'), clock: clock.ofDevices, script });
  const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
  close = () => server.close();
  return { simulator, where: ['--device', `core=api://admin@127.0.0.1:${server.port}`] };
}

/** A machine with a site in its working directory. */
async function machine(site: string, env: Readonly<Record<string, string>> = {}): Promise<MemoryIo> {
  const io = memoryIo({ clock, env: { ROSC_PASSWORD: '', ...env }, cwd });
  await io.writeFile(`${cwd}/site.yaml`, site);
  return io;
}

function transactionIn(io: MemoryIo): string {
  const [path = ''] = [...io.written.keys()].filter((each) => each.endsWith('.undo.rsc'));
  return /-([0-9a-f]{8})\.undo\.rsc$/.exec(path)?.[1] ?? '';
}

afterEach(async () => {
  await close?.();
  close = undefined;
});

describe('rollback --to', () => {
  const theirs = [
    '/ip firewall filter add chain=forward action=accept protocol=icmp comment="theirs"',
    '/ip route add dst-address=192.0.2.0/25 gateway=192.168.88.9 comment=theirs',
  ].join('\n');
  const firewalled = rig.replace(
    '    routes:',
    '    raw: /ip/firewall/filter/add chain=input action=drop protocol=udp dst-port=9 comment="from the site"\n    routes:',
  );

  test('takes an earlier commit back, and leaves what others did since', async () => {
    const { simulator, where } = await start(`${factoryScript}\n${theirs}`);
    const io = await machine(firewalled);
    const before = essenceOf(simulator);
    const options = [...where, '--yes', '--no-backup'];
    expect(await main(['apply', 'site.yaml', ...options, '--displace'], io), io.err()).toBe(0);
    expect(essenceOf(simulator)).not.toEqual(before);
    simulator.run('/ip firewall address-list add list=later address=192.0.2.7');
    simulator.run('/ip route add dst-address=192.0.2.128/25 gateway=192.168.88.9 comment=later');
    expect(await main(['rollback', 'site.yaml', ...options, '--to', transactionIn(io)], io), io.err()).toBe(0);
    simulator.run('/ip firewall address-list remove [find list=later]');
    simulator.run('/ip route remove [find comment=later]');
    // An `admin-mac` that the device had none of stays, and means nothing beside `auto-mac=yes`.
    simulator.run('/interface bridge set [find] admin-mac=""');
    expect(essenceOf(simulator)).toEqual(before);
    expect(io.out()).toMatch(/core: confirmed[\s\S]*core: confirmed/);
  });

  test('knows only what was kept here', async () => {
    const { where } = await start('');
    const io = await machine(rig);
    expect(await main(['rollback', 'site.yaml', ...where, '--yes', '--to', 'deadbeef'], io)).toBe(1);
    expect(io.err()).toContain('apply/no-such-commit');
  });

  test('does not pretend to know an old secret', async () => {
    const old = '/routing/bgp/connection/add name=old remote.address=10.0.2.8 tcp-md5-key=hush-old local.role=ebgp';
    const { where } = await start(`${old} comment=rosc:bgp/old`);
    const io = await machine(rig);
    expect(await main(['apply', 'site.yaml', ...where, '--yes'], io), io.err()).toBe(0);
    expect(await main(['rollback', 'site.yaml', ...where, '--yes', '--to', transactionIn(io)], io)).toBe(1);
    expect(io.err()).toContain('apply/secret-not-kept');
    expect([io.out(), io.err(), ...io.written.values()].join()).not.toContain('hush');
  });
});

describe('a plan file with a secret', () => {
  const site = rig.replace(
    '    routes:',
    '    bgp: { asn: 65010, router-id: 10.0.2.1, peers: { up: { address: 10.0.2.9, asn: 65000, password: !env KEY } } }\n    routes:',
  );

  async function planned() {
    const { simulator, where } = await start('');
    const io = await machine(site, { KEY: 'hush-hush' });
    expect(await main(['plan', 'site.yaml', ...where, '--out', 'plan.json'], io), io.err()).toBe(0);
    const text = io.written.get(`${cwd}/plan.json`) ?? '';
    const keyOnDevice = () => simulator.print('/routing/bgp/connection')[0]?.['tcp-md5-key'];
    const elsewhere = async (env: Readonly<Record<string, string>>, ...options: readonly string[]) => {
      const other = await machine(site, env);
      await other.writeFile(`${cwd}/plan.json`, text);
      const status = await main(['apply', 'plan.json', ...where, '--yes', ...options], other);
      return { status, err: other.err(), all: [other.out(), other.err(), ...other.written.values()].join() };
    };
    return { text, where, keyOnDevice, elsewhere };
  }

  test('gets it from the site’s environment on the machine that applies it', async () => {
    const { text, keyOnDevice, elsewhere } = await planned();
    expect(text).not.toContain('hush');
    const applied = await elsewhere({ KEY: 'hush-hush' }, '--site', 'site.yaml');
    expect(applied.status, applied.err).toBe(0);
    expect(keyOnDevice()).toBe('hush-hush');
    expect(applied.all).not.toContain('hush');
  });

  test('gets it from the site of a fleet’s device too, whose name has that of its site before it', async () => {
    const { text, where, keyOnDevice } = await planned();
    const { device, ...rest } = JSON.parse(text);
    for (const [fleetName, status] of [
      ['elsewhere/core', 1],
      ['rig/core', 0],
    ] as const) {
      const io = await machine(site, { KEY: 'hush-hush' });
      await io.writeFile(`${cwd}/plan.json`, JSON.stringify({ device: { ...device, name: fleetName }, ...rest }));
      const there = where.map((word) => word.replace(/^core=/, `${fleetName}=`));
      expect(await main(['apply', 'plan.json', ...there, '--site', 'site.yaml', '--yes'], io), io.err()).toBe(status);
    }
    expect(keyOnDevice()).toBe('hush-hush');
  });

  test('is refused where the secret is another, is not there, or nobody names the site', async () => {
    const { keyOnDevice, elsewhere } = await planned();
    for (const [env, ...options] of [
      [{ KEY: 'another' }, '--site', 'site.yaml'],
      [{}, '--site', 'site.yaml'],
      [{ KEY: 'hush-hush' }],
    ] as const) {
      const { status, err } = await elsewhere(env, ...options);
      expect([status, err.includes('plan/secret-missing')], err).toEqual([1, true]);
    }
    expect(keyOnDevice()).toBeUndefined();
  });
});
