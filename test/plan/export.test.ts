// The export of a device that is as its site says, compared with the site: nothing to change.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';

test.each([
  ['rig', 'core', 'CRS326-24G-2S+', '7.14.3'],
  ['branch', 'gw', 'CRS309-1G-8S+', '7.20.8'],
  ['datacenter', 'core', 'CRS326-24G-2S+', '7.20.8'],
  ['datacenter', 'edge', 'RB450Gx4', '7.20.8'],
  ['qos', 'core', 'CRS326-24G-2S+', '7.23.3'],
])('%s: %s', async (name, device, model, routeros) => {
  await expectNoChange(readFileSync(siteFile(name), 'utf8'), { device, model, routeros });
});

test('time servers are the rows that a device exports', async () => {
  const said = '    ntp: { servers: [192.0.2.123, "2001:db8::123", pool.ntp.org], serve: true }\n    gateways:';
  const site = readFileSync(siteFile('rig'), 'utf8').replace('    gateways:', said);
  const exported = await expectNoChange(site, { device: 'core', model: 'CRS326-24G-2S+', routeros: '7.14.3' });
  expect(exported).toContain('/system ntp client servers\nadd address=192.0.2.123');
});

function siteFile(name: string): string {
  return join(projectRoot, 'fixtures', 'sites', name, 'site.yaml');
}

interface Device {
  readonly device: string;
  readonly model: string;
  readonly routeros: string;
}

/** Returns the export of a device that got what the site compiles to. */
async function expectNoChange(site: string, { device, model, routeros }: Device): Promise<string> {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), site);
  await main(['compile', 'site.yaml', '--device', device], io);
  const simulator = createSimulator({ target: targetOf(model, routeros), clock: realClock, script: io.out() });
  const exported = simulator.export();
  const files = memoryIo();
  await files.writeFile(join(projectRoot, 'device.rsc'), `# by RouterOS ${routeros}\n# model = ${model}\n${exported}`);
  await files.writeFile(join(projectRoot, 'site.yaml'), site);

  const where = ['--device', device, '--against', 'device.rsc'];
  const argv = ['plan', 'site.yaml', ...where, '--json', '--fail-on', 'never', '--detailed-exitcode'];
  const status = await main(argv, files);
  const { plans, diagnostics } = JSON.parse(files.out());
  expect(plans.map(({ changes }: { changes: unknown }) => changes)).toEqual([[]]);
  expect(diagnostics.filter(({ code }: { code: string }) => code.startsWith('plan/'))).toEqual([]);
  expect(status).toBe(0);
  return exported;
}

test('what the plan says of an export shows none of its secrets', async () => {
  const files = memoryIo();
  const site = readFileSync(join(projectRoot, 'fixtures', 'sites', 'rig', 'site.yaml'), 'utf8');
  const claiming = site.replace('    gateways:', '    exclusive: [/interface/wireguard]\n    gateways:');
  await files.writeFile(join(projectRoot, 'site.yaml'), claiming);
  const script = `# by RouterOS 7.14.3
# model = CRS326-24G-2S+
/interface wireguard
add listen-port=13231 name=wg1
/interface wireguard peers
add allowed-address=10.9.0.0/24 interface=wg1 preshared-key="c2VjcmV0" public-key="cHVibGlj"
`;
  await files.writeFile(join(projectRoot, 'device.rsc'), script);
  await main(['plan', 'site.yaml', '--against', 'device.rsc'], files);
  expect(files.err()).toContain('warning[plan/dangling-name]');
  expect(files.err()).toContain('interface=wg1 preshared-key="********"');
  expect(files.out() + files.err()).not.toContain('c2VjcmV0');
});
