// `rosc plan --upgrade`: what another RouterOS version makes of a device, and the plan for after.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';

const site = `version: 1
site: hall
vlans:
  Rack: { id: 30, ipv4: 10.9.30.0/24 }
  Desk: { id: 31, ipv4: 10.9.31.0/24 }
devices:
  agg:
    model: CRS326-24G-2S+
    routeros: 7.14.3
    management: { port: ether24, address: 192.168.88.1/24 }
    ports:
      ether1: { vlan: Rack }
      ether2: { vlan: Desk }
    gateways: { Rack: 10.9.30.1, Desk: 10.9.31.1 }
`;

const controller = '/interface bridge port-controller\nset bridge=bridge switch=switch1\n';

interface Case {
  readonly running?: string;
  /** Further lines of the export. */
  readonly lines?: string;
}

async function plan(version: string, { running = '7.14.3', lines = '' }: Case = {}, ...words: readonly string[]) {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), site);
  const target = targetOf('CRS326-24G-2S+', running);
  const simulator = createSimulator({ target, clock: realClock, script: await compiled() });
  const exported = `# by RouterOS ${running}\n# model = ${target.model}\n${simulator.export()}${lines}`;
  await io.writeFile(join(projectRoot, 'agg.rsc'), exported);
  const argv = ['plan', 'site.yaml', '--against', 'agg.rsc', '--upgrade', version, ...words];
  return { status: await main(argv, io), out: io.out(), err: io.err() };
}

async function compiled(): Promise<string> {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), site);
  expect(await main(['compile', 'site.yaml'], io)).toBe(0);
  return io.out();
}

describe('an upgrade', () => {
  test('to a release with known defects names them, and changes no verdict', async () => {
    const { out } = await plan('7.24');
    expect(out).toContain('agg with RouterOS 7.24 in place of 7.14.3, as it is configured now');
    expect(out).toContain('+ warning[ops/interim-version-risk]');
    // The defects are of the release: who forwards is what it was, as `trace` says too.
    expect(out).not.toContain('hardware  →');
    expect(out).toContain('going back takes hands, and is part of no undo');
  });

  test('to the release that mends them does not', async () => {
    expect((await plan('7.24.1')).out).not.toContain('interim-version-risk');
  });

  test('names what is set and has no such name any more, and only there', async () => {
    expect((await plan('7.17', { lines: controller })).out).not.toContain('~ ');
    expect((await plan('7.20.8', { lines: controller })).out).toContain('~ /interface/bridge/port-controller bridge');
  });

  test('is the same in JSON', async () => {
    const { upgrades } = JSON.parse((await plan('7.24', { lines: controller }, '--json')).out);
    expect(upgrades).toEqual([expect.objectContaining({ device: 'agg', from: '7.14.3', to: '7.24' })]);
    const codes = upgrades[0].appearing.map(({ code }: { readonly code: string }) => code);
    expect(codes).toContain('ops/interim-version-risk');
    expect(upgrades[0].unknownProperties).toContainEqual({
      menu: '/interface/bridge/port-controller',
      name: 'bridge',
      keys: [''],
    });
  });

  test('to what runs already changes nothing', async () => {
    expect((await plan('7.14.3')).out).toContain('agg runs RouterOS 7.14.3 already');
  });

  test('to an older version is refused', async () => {
    const { status, out, err } = await plan('7.20.8', { running: '7.24.1' });
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(
      'error[plan/no-upgrade]: `agg` runs RouterOS 7.24.1, and 7.20.8 is older: going back takes hands',
    );
  });

  test('has a version, and no plan to keep for later', async () => {
    expect((await plan('newest')).status).toBe(64);
    const kept = await plan('7.24.1', {}, '--out', 'plan.json');
    expect([kept.status, kept.err]).toEqual([64, expect.stringContaining('leave out --out')]);
  });
});
