// The rules about changes, asked by `rosc plan`: what the site was is on the device, and what it is becomes the plan.

import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import type { DiagnosticJson } from '../../src/diagnostics/render-json.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { rules } from '../../src/offload/rules.ts';
import { essenceOf } from '../support/device-essence.ts';
import { type MemoryIo, memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';

const model = 'CRS326-24G-2S+';
const routeros = '7.14.3';
const header = `# by RouterOS ${routeros}\n# model = ${model}\n`;

interface SiteWords {
  readonly left?: string;
  readonly ether1?: string;
  /** Lines of the device. */
  readonly device?: string;
  readonly acls?: string;
}

function siteOf({ left = '', ether1 = '', device, acls }: SiteWords): string {
  const lines = [
    'version: 1',
    'site: judged',
    'vlans:',
    `  left:  { id: 2, ipv4: 10.0.2.0/24${left} }`,
    '  right: { id: 3, ipv4: 10.0.3.0/24 }',
    'devices:',
    '  core:',
    `    model: ${model}`,
    `    routeros: ${routeros}`,
    '    management: { port: ether24, address: 192.168.88.1/24 }',
    '    ports:',
    `      ether1: { vlan: left${ether1} }`,
    '      ether2: { vlan: right }',
    '    gateways: { left: 10.0.2.1, right: 10.0.3.1 }',
    ...(device === undefined ? [] : [device]),
    ...(acls === undefined ? [] : ['acls:', acls]),
  ];
  return `${lines.join('\n')}\n`;
}

const raw = (line: string): SiteWords => ({ device: `    raw: |\n      ${line}` });
const denies = (port: number): SiteWords => ({
  acls: `  a: { from: left, rules: [{ deny: { to: right, protocol: tcp, port: ${port} } }, { permit: any }] }`,
});

/** What a device exports that has this configuration. */
function exportOf(script: string): string {
  const simulator = createSimulator({ target: targetOf(model, routeros), clock: realClock, script });
  return `${header}${simulator.export()}`;
}

/** What a device exports that is as a site says. */
async function exportAs(words: SiteWords): Promise<string> {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), siteOf(words));
  expect(await main(['compile', 'site.yaml', '--device', 'core', '--fail-on', 'never'], io), io.err()).toBe(0);
  return exportOf(io.out());
}

async function run(site: string, prior: string, ...options: string[]): Promise<MemoryIo> {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), site);
  await io.writeFile(join(projectRoot, 'device.rsc'), prior);
  expect(
    await main(['plan', 'site.yaml', '--against', 'device.rsc', '--fail-on', 'never', ...options], io),
    io.err(),
  ).toBe(0);
  return io;
}

const planCodes = rules.filter(({ needs }) => needs === 'plan').map(({ id }) => id);

/** `SEVERITY CODE PLACE` of what the rules about changes say, sorted. */
async function judged(words: SiteWords, prior: string): Promise<readonly string[]> {
  const io = await run(siteOf(words), prior, '--json');
  const read: { readonly diagnostics: readonly DiagnosticJson[] } = JSON.parse(io.out());
  return read.diagnostics
    .filter(({ code }) => planCodes.some((id) => id === code))
    .map(({ severity, code, location, device }) => {
      expect(device).toBe('core');
      const place = 'file' in location ? `${location.file}:${location.line}` : `${location.menu} ${location.key}`;
      return `${severity} ${code} ${place}`;
    })
    .sort();
}

const managedThroughTheBridge = `
/interface/bridge add name=bridge
/interface/bridge/port add bridge=bridge interface=ether1
/interface/vlan add interface=bridge name=vlan77 vlan-id=77
/ip/address add address=10.0.77.1/24 interface=vlan77
`;

describe('what a plan is told', () => {
  const tables: readonly (readonly [what: string, before: SiteWords, after: SiteWords, found: readonly string[]])[] = [
    [
      'settings of the bridge reset the chip, which an impact says already',
      { device: '    dhcp-snooping: { trusted: [ether1] }' },
      {},
      ['note l2/switch-reset-on-change site.yaml:11'],
    ],
    [
      'a larger L2MTU takes links down, which an impact says already',
      {},
      { left: ', mtu: 9000' },
      ['note mtu/l2mtu-change-flaps site.yaml:4'],
    ],
    [
      'rules of the chip are inactive while they change, which an impact says already',
      denies(22),
      denies(23),
      ['note acl/acl-edit-leak site.yaml:16'],
    ],
    [
      'a flag that changes while the chip routes',
      {},
      { ether1: ', l3-offload: false' },
      ['warning l3hw/l3hw-stale-after-toggle site.yaml:12'],
    ],
    [
      'a flag that changes while L3 offloading pauses',
      { left: ', mtu: 9000' },
      { left: ', mtu: 2000', ether1: ', l3-offload: false' },
      ['note l3hw/l3hw-stale-after-toggle site.yaml:12', 'note mtu/l2mtu-change-flaps site.yaml:4'],
    ],
    [
      'QoS that goes off',
      raw('/interface/ethernet/switch/set 0 qos-hw-offloading=yes'),
      raw('/interface/ethernet/switch/set 0 qos-hw-offloading=no'),
      ['note ops/qos-disable-reboot site.yaml:16'],
    ],
    [
      'queues that are laid out anew',
      raw('/interface/ethernet/switch/qos/tx-manager/add name=bulk queue-buffers=10%'),
      raw('/interface/ethernet/switch/qos/tx-manager/add name=bulk queue-buffers=20%'),
      ['warning ops/qos-txmanager-change site.yaml:16'],
    ],
    [
      'buffers that are shared out anew',
      {},
      raw('/interface/ethernet/switch/qos/settings/set multicast-buffers=20%'),
      ['warning ops/qos-txmanager-change site.yaml:16'],
    ],
    [
      'a FastTrack rule that goes',
      raw('/ip/firewall/filter/add chain=forward action=fasttrack-connection connection-state=established'),
      {},
      ['warning firewall/fasttrack-sticky /ip/firewall/filter forward:1'],
    ],
    [
      'a rule that goes from in front of a FastTrack rule',
      raw(
        '/ip/firewall/filter\n      add chain=forward action=drop protocol=udp\n      add chain=forward action=fasttrack-connection connection-state=established',
      ),
      raw('/ip/firewall/filter\n      add chain=forward action=fasttrack-connection connection-state=established'),
      [],
    ],
    ['a new description', {}, { ether1: ', description: desk' }, []],
  ];

  test.each(tables)('%s', async (_, before, after, found) => {
    expect(await judged(after, await exportAs(before))).toEqual(found);
  });

  test('the first rules of a device, before which nothing was kept from anybody', async () => {
    expect(await judged(denies(22), exportOf('/system/identity/set name=bare'))).toEqual([
      'note l2/switch-reset-on-change site.yaml:11',
    ]);
  });

  test('filtering that shuts out whoever manages the device through the bridge', async () => {
    const found = await judged({}, exportOf(managedThroughTheBridge));
    expect(found).toContain('error ops/vlan-filtering-lockout site.yaml:11');
  });

  test('the terminal shows warnings and errors with their remedy, and notes if asked', async () => {
    const toggled = await run(siteOf({ ether1: ', l3-offload: false' }), await exportAs({}));
    expect(toggled.err()).toContain('warning[l3hw/l3hw-stale-after-toggle]: running connections may keep the path');
    expect(toggled.err()).toContain('set /interface/ethernet/switch/port ether1');
    expect(toggled.err()).toContain('fix (manual): Afterwards remove the connections');
    const rewritten = await exportAs(denies(22));
    expect((await run(siteOf(denies(23)), rewritten)).err()).not.toContain('acl/acl-edit-leak');
    expect((await run(siteOf(denies(23)), rewritten, '--verbose')).err()).toContain('note[acl/acl-edit-leak]');
  });

  test('what the site accepts is left out, by plan and check alike', async () => {
    const prior = await exportAs({});
    const comment = '  # rosc:ignore l3hw/l3hw-stale-after-toggle moved at night';
    const site = siteOf({ ether1: ', l3-offload: false' }).replace(/(ether1: .*)/, `$1${comment}`);
    const { diagnostics } = JSON.parse((await run(site, prior, '--json')).out());
    const codes = diagnostics.map(({ code }: { code: string }) => code);
    expect(codes).not.toContain('l3hw/l3hw-stale-after-toggle');
    expect(codes).not.toContain('offload/ignore-unused');
    const without = JSON.parse((await run(site.replace('moved at night', ''), prior, '--json')).out());
    expect(without.diagnostics).toContainEqual(expect.objectContaining({ code: 'l3hw/l3hw-stale-after-toggle' }));
    expect(without.diagnostics).toContainEqual(expect.objectContaining({ code: 'offload/ignore-without-reason' }));
  });
});

describe('a device that is to be changed', () => {
  let close: (() => Promise<void>) | undefined;

  afterEach(async () => {
    await close?.();
    close = undefined;
  });

  async function start(script: string) {
    const simulator = createSimulator({ target: targetOf(model, routeros), clock: realClock, script });
    const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
    close = () => server.close();
    const options = ['--device', `core=api://admin@127.0.0.1:${server.port}`, '--yes', '--no-backup'];
    const io = memoryIo({ env: { ROSC_PASSWORD: '' }, cwd: '/somewhere' });
    const say = (site: string) => io.writeFile('/somewhere/site.yaml', site);
    return { simulator, io, options, say };
  }

  const accept = (code: string) => ['--accept', code];

  test('is not touched where the plan shuts its manager out, unless that is accepted', async () => {
    const { simulator, io, options, say } = await start(managedThroughTheBridge);
    await say(siteOf({}));
    const before = essenceOf(simulator);
    expect(await main(['apply', 'site.yaml', ...options], io)).toBe(1);
    expect(io.err()).toContain('error[ops/vlan-filtering-lockout]');
    expect(io.err()).toContain(
      'Nothing was changed on any device: l3hw/bridge-not-tagged, ops/vlan-filtering-lockout.',
    );
    expect(essenceOf(simulator)).toEqual(before);
    const accepting = [...options, ...accept('l3hw/bridge-not-tagged'), ...accept('ops/vlan-filtering-lockout')];
    expect(await main(['apply', 'site.yaml', ...accepting], io), io.err()).toBe(0);
    expect(simulator.export()).toContain('vlan-filtering=yes');
  });

  test('may always go back to what it was, and hears what that does', async () => {
    const shutOut = managedThroughTheBridge.replace('add name=bridge', 'add name=bridge vlan-filtering=yes');
    const { simulator, io, options, say } = await start(shutOut);
    const routed = siteOf(raw('/interface/bridge/add name=bridge vlan-filtering=no'))
      .replace(/vlans:[\s\S]*devices:/, 'devices:')
      .replace('ether1: { vlan: left }', 'ether3: { routed: 10.0.4.1/24 }')
      .replace(/ {6}ether2:.*\n {4}gateways:.*\n/, '');
    await say(routed);
    const accepting = [...options, ...accept('l3hw/vlan-filtering-off')];
    expect(await main(['apply', 'site.yaml', ...accepting], io), io.err()).toBe(0);
    expect(simulator.export()).not.toContain('vlan-filtering=yes');
    const [stem = ''] = [...io.written.keys()].filter((path) => path.endsWith('.undo.rsc'));
    const transaction = /-([0-9a-f]{8})\.undo\.rsc$/.exec(stem)?.[1] ?? '';
    expect(await main(['rollback', 'site.yaml', ...options, '--to', transaction], io), io.err()).toBe(0);
    expect(io.err()).toContain('warning[ops/vlan-filtering-lockout]');
    expect(simulator.export()).toContain('vlan-filtering=yes');
  });
});
