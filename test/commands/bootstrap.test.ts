// `rosc bootstrap`: a boxed device takes the script, and afterwards rosc gets in and nobody else.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { createSimulator, type Simulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { version } from '../../src/model/version.ts';
import { makeTarget } from '../../src/profile/make-target.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const profiles = builtInProfiles();

function boxed(model: string, routeros: string): Simulator {
  const target = makeTarget(profiles, model, version(routeros));
  if (!target) throw new Error(`no model ${model}`);
  return createSimulator({ target, clock: realClock, defconf: true });
}

async function scriptOf(site: string, device: string, ...further: readonly string[]): Promise<string> {
  const io = memoryIo();
  expect(await main(['bootstrap', site, '--device', device, ...further], io), io.err()).toBe(0);
  return io.out();
}

test.each([
  ['fixtures/sites/rig/site.yaml', 'core', 'CRS326-24G-2S+', '7.14.3', '192.168.88.1/24 ether24'],
  ['fixtures/sites/branch/site.yaml', 'gw', 'CRS309-1G-8S+', '7.20.8', '192.168.88.1/24 ether1'],
  ['fixtures/sites/datacenter/site.yaml', 'core', 'CRS326-24G-2S+', '7.20.8', '10.99.0.2/24 mgmt'],
  ['fixtures/sites/datacenter/site.yaml', 'edge', 'RB450Gx4', '7.20.8', '192.168.88.1/24 ether5'],
  ['fixtures/sites/reference/site.yaml', 'core', 'CRS309-1G-8S+', '7.24.1', '10.99.0.1/24 mgmt'],
])('%s: a boxed %s %s takes the script', async (site, device, model, routeros, address) => {
  const script = await scriptOf(site, device);
  expect(script, 'what is pasted is plain ASCII').toMatch(/^[\x20-\x7e\n]*$/);
  const simulator = boxed(model, routeros);
  simulator.run(script);
  const [certificate] = simulator.print('/certificate');
  expect(certificate).toMatchObject({ name: 'rosc-api', 'common-name': device });
  expect(certificate?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  const addresses = simulator.print('/ip/address').map((row) => `${row.address} ${row.interface}`);
  expect(addresses).toContain(address);
  // An address that the factory gave to the bridge has moved with it.
  expect(new Set(addresses.map((each) => each.split(' ')[0])).size).toBe(addresses.length);
  const open = simulator.print('/ip/service').filter(({ disabled }) => disabled !== 'true');
  expect(open.every((row) => row.address !== '')).toBe(true);
  expect(open.find(({ name }) => name === 'api-ssl')).toMatchObject({ certificate: 'rosc-api' });
  // Until somebody gives it a password, nobody is let in by it.
  expect(simulator.print('/user').find(({ name }) => name === 'rosc')).toMatchObject({
    disabled: 'true',
    group: 'rosc',
  });
});

test('the user may do what an apply needs, and no more', async () => {
  const io = memoryIo();
  await main(['bootstrap', 'fixtures/sites/rig/site.yaml', '--device', 'core', '--json'], io);
  expect(JSON.parse(io.out()).policies).toEqual(['api', 'ftp', 'policy', 'read', 'reboot', 'test', 'write']);
  const reading = await scriptOf('fixtures/sites/rig/site.yaml', 'core', '--read-only', '--user', 'viewer');
  expect(reading).toContain('/user/group/add name=viewer policy=api,read,test ');
  // Keys of routing protocols have to be readable where the site has some.
  const keys = await scriptOf('fixtures/sites/reference/site.yaml', 'core');
  expect(keys).toContain(',sensitive }');
});

test('what the site says of services decides', async () => {
  const script = await scriptOf('fixtures/sites/reference/site.yaml', 'core');
  expect(script).toContain('/ip/service/set winbox disabled=yes');
  expect(script).toContain('/ip/service/set ssh disabled=no address=10.99.0.0/24,172.16.0.0/16');
});

const bare = `version: 1
site: bare
devices:
  core: { model: CRS326-24G-2S+, routeros: 7.20.8, ports: { ether1: { enabled: false } } }
`;
const closed = bare.replace(
  'ports:',
  'management: { port: ether24, address: 192.168.88.1/24, services: [ssh] }, ports:',
);

test.each([
  ['a device without management', bare, 'error[bootstrap/no-management]: the site does not say how `core` is managed'],
  ['a device without its API', closed, 'error[bootstrap/no-api]: rosc could not manage `core`'],
])('%s gets no script', async (_, site, said) => {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), site);
  expect(await main(['bootstrap', 'site.yaml', '--device', 'core', '-o', 'core.rsc'], io)).toBe(1);
  expect(io.err()).toContain(said);
  expect(io.written.has(join(projectRoot, 'core.rsc'))).toBe(false);
});

test('a command line that makes no sense is refused', async () => {
  const site = 'fixtures/sites/rig/site.yaml';
  expect(await main(['bootstrap', site], memoryIo())).toBe(64);
  expect(await main(['bootstrap', site, '--device', 'core', '--device', 'edge'], memoryIo())).toBe(64);
  expect(await main(['bootstrap', site, '--device', 'core', '--user', 'a;b'], memoryIo())).toBe(64);
  expect(await main(['bootstrap', site, '--device', 'cores'], memoryIo())).toBe(1);
});
