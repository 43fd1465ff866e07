// Importing exports and devices: what the site says, what stays under `raw:`, and that a plan would change nothing.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import { importDifferences } from '../../src/pipeline/import/import-differences.ts';
import type { Change } from '../../src/plan/plan.ts';
import { memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';

const folder = join(projectRoot, 'fixtures/import');
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.rsc'))
  .map((name) => name.slice(0, -4));
/** Secrets that the fixtures hold, and that may occur nowhere. */
const secrets = /notForYourEyes|Sup3rSecret|hunter2|alsoSecret|portSecret/;

test.each(cases)('%s', async (name) => {
  const io = memoryIo();
  const source = `fixtures/import/${name}.rsc`;
  expect(await main(['import', source, '-o', 'site.yaml', '--json'], io)).toBe(0);
  expect(io.out()).not.toMatch(secrets);
  const { site } = JSON.parse(io.out());
  await expect(site).toMatchFileSnapshot(join(folder, `${name}.yaml`));
  expect(io.written.get(join(projectRoot, 'site.yaml'))).toBe(site);
  expect(await changesOf(site, ['--against', source], secretsOf(name))).toEqual([]);
});

test.each(cases)('%s: the site has no error that the export has not', async (name) => {
  const io = memoryIo();
  await main(['import', `fixtures/import/${name}.rsc`, '-o', 'site.yaml'], io);
  const checked = memoryIo();
  await checked.writeFile(join(projectRoot, 'site.yaml'), io.written.get(join(projectRoot, 'site.yaml')) ?? '');
  await main(['check', 'site.yaml', '--json'], checked);
  const audited = memoryIo();
  await main(['audit', `fixtures/import/${name}.rsc`, '--json'], audited);
  const known = errorsIn(audited.out());
  expect(errorsIn(checked.out()).filter((code) => !known.includes(code))).toEqual([]);
});

test.each(cases)('%s, copied from a terminal twice, is the same site', async (name) => {
  const text = readFileSync(join(folder, `${name}.rsc`), 'utf8');
  const siteOf = async (written: string) => {
    const io = memoryIo();
    await io.writeFile(join(projectRoot, 'core.rsc'), written);
    await main(['import', 'core.rsc', '-o', 'site.yaml'], io);
    return io.written.get(join(projectRoot, 'site.yaml'));
  };
  expect(await siteOf(`${text}\n${text}`)).toBe(await siteOf(text));
});

function errorsIn(json: string): readonly string[] {
  interface Found {
    readonly severity: string;
    readonly code: string;
    readonly also?: readonly string[];
  }
  const { diagnostics }: { readonly diagnostics: readonly Found[] } = JSON.parse(json);
  return diagnostics.flatMap(({ severity, code, also = [] }) => (severity === 'error' ? [code, ...also] : []));
}

/** What a plan would change; that it takes items over by a mark in their comment is no change. */
async function changesOf(
  site: string,
  where: readonly string[],
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
) {
  const io = memoryIo({ env });
  for (const [name, text] of Object.entries({ ...files, 'site.yaml': site })) {
    await io.writeFile(join(projectRoot, name), text);
  }
  const status = await main(['plan', 'site.yaml', ...where, '--json', '--fail-on', 'never', '--detailed-exitcode'], io);
  const { plans, diagnostics } = JSON.parse(io.out());
  expect(plans, io.out()).toHaveLength(1);
  expect(diagnostics.filter(({ code }: { code: string }) => code.startsWith('plan/'))).toEqual([]);
  interface Change {
    readonly action: string;
    readonly menu: string;
    readonly key: string;
  }
  const changes: readonly Change[] = plans[0].changes;
  expect(status).toBe(changes.length === 0 ? 0 : 2);
  return changes.map(({ action, menu, key }) => `${action} ${menu} ${key}`);
}

/** The secrets of an export under the names that the site asks for. */
function secretsOf(name: string): Readonly<Record<string, string>> {
  return secretsByCase[name] ?? {};
}

const secretsByCase: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  core: {
    ISP_TCP_MD5_KEY: 'notForYourEyes',
    COMMUNITY_2_NAME: 'Sup3rSecret',
    ROMON_SECRETS: 'alsoSecret',
    SFP_SFPPLUS1_SECRETS: 'portSecret',
  },
  radio: { HOME_WPA2_PRE_SHARED_KEY: 'alsoSecret' },
  wifi: { COMMON_PASSPHRASE: 'portSecret', WIFI_5G_SECURITY_PASSPHRASE: 'alsoSecret' },
};

test('a live device is imported, and a plan against it changes nothing', async () => {
  const url = 'sim:CRS317-1G-16S+,fixtures/import/device.rsc.txt';
  const io = memoryIo({ env: { ROSC_PASSWORD: '' } });
  expect(await main(['import', url, '--name', 'lab', '--json'], io), io.err()).toBe(0);
  expect(io.out()).not.toMatch(secrets);
  const { site, withheld, diagnostics } = JSON.parse(io.out());
  expect(diagnostics).toEqual([]);
  expect(withheld).toContainEqual({ menu: '/system/script', key: 'mail', because: 'a secret is inside' });
  await expect(site).toMatchFileSnapshot(join(folder, 'device.yaml'));
  expect(await changesOf(site, ['--device', `lab=${url}`], { ROSC_PASSWORD: '' })).toEqual([]);
});

test('a live device is asked for every menu that a site has words for', async () => {
  const text = `# 2026-01-02 03:04:05 by RouterOS 7.20.8
# model = RB5009UG+S+
/interface bridge add name=bridge
/interface bridge port add bridge=bridge interface=ether2
/ipv6 address add address=2001:db8:7::1/64 interface=bridge
/ipv6 nd add interface=bridge managed-address-configuration=yes
/ip ssh set strong-crypto=yes
/system logging add action=memory topics=bgp
/system logging action add name=archive target=disk
/user group add name=readers policy=read,test
`;
  const io = memoryIo({ env: { ROSC_PASSWORD: '' } });
  await io.writeFile(join(projectRoot, 'live.rsc'), text);
  const url = 'sim:RB5009UG+S+,live.rsc';
  expect(await main(['import', url, '--name', 'lab', '--json'], io), io.err()).toBe(0);
  const { site } = JSON.parse(io.out());
  for (const word of ['strong-crypto: true', 'topics: bgp', 'name: archive', 'name: readers', '/ipv6/nd']) {
    expect(site).toContain(word);
  }
  expect(site).not.toMatch(/name[:=] ?(memory|echo|write)/);
  const files = { 'live.rsc': text };
  expect(await changesOf(site, ['--device', `lab=${url}`], { ROSC_PASSWORD: '' }, files)).toEqual([]);
});

// The device remembers by it what rosc has set; a site that had it as its own would add it a second time.
test('what rosc remembers on a device is no part of its site', async () => {
  const text = `# 2026-01-02 03:04:05 by RouterOS 7.20.8
# model = RB5009UG+S+
/interface list
add comment="rosc:settings/ip/dns::servers" name=rosc-settings
/ip dns
set servers=10.0.0.53
`;
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'own.rsc'), text);
  expect(await main(['import', 'own.rsc', '--json'], io), io.err()).toBe(0);
  const { site } = JSON.parse(io.out());
  expect(await changesOf(site, ['--against', 'own.rsc'], {}, { 'own.rsc': text })).toEqual([]);
});

test('the words of people stay in the comments of what is taken over', async () => {
  const io = memoryIo();
  await main(['import', 'fixtures/import/core.rsc', '-o', 'site.yaml'], io);
  const planned = memoryIo({ env: secretsOf('core') });
  await planned.writeFile(join(projectRoot, 'site.yaml'), io.written.get(join(projectRoot, 'site.yaml')) ?? '');
  await main(['plan', 'site.yaml', '--against', 'fixtures/import/core.rsc'], planned);
  expect(planned.out()).toContain("Anna's desk → rosc:port/ether1 (Anna's desk)");
  expect(planned.out()).toContain('desk 12 → rosc:port/ether1 desk 12');
});

test('a site that somebody may have edited is not overwritten', async () => {
  const io = memoryIo();
  await io.writeFile(join(projectRoot, 'site.yaml'), 'mine');
  expect(await main(['import', 'fixtures/import/flat.rsc', '-o', 'site.yaml'], io)).toBe(1);
  expect(io.err()).toContain('error[file/exists]: `site.yaml` is there already');
  expect(io.written.get(join(projectRoot, 'site.yaml'))).toBe('mine');
  expect(await main(['import', 'fixtures/import/flat.rsc', '-o', 'site.yaml', '--force'], io)).toBe(0);
  expect(io.written.get(join(projectRoot, 'site.yaml'))).toContain('site: home');
});

test.each([
  ['no export', 'export = 1\n', 'error[rsc/'],
  [
    'no model',
    '# by RouterOS 7.20.8\n/ip address\nadd address=10.0.0.1/24 interface=ether1\n',
    'error[audit/unknown-model]',
  ],
  [
    'RouterOS 6',
    '# jan/02/2023 10:11:12 by RouterOS 6.49.7\n# model = CRS326-24G-2S+\n/system identity\nset name=old\n',
    'error[import/old-version]: no site can be made of a configuration of RouterOS 6.49.7',
  ],
])('%s: nothing is written', async (_, text, said) => {
  const io = memoryIo({ stdin: text });
  expect(await main(['import', '-', '-o', 'site.yaml'], io)).toBe(1);
  expect(io.err()).toContain(said);
  expect(io.written.size).toBe(0);
});

test('findings fail an import only when somebody asked for it', async () => {
  expect(await main(['import', 'fixtures/import/core.rsc'], memoryIo())).toBe(0);
  expect(await main(['import', 'fixtures/import/core.rsc', '--fail-on', 'warning'], memoryIo())).toBe(1);
});

test('a configuration of more than a site may hold names the limit', async () => {
  const routes = Array.from({ length: 250 }, (_, n) => `add dst-address=10.1.${n}.0/24 gateway=10.0.0.1\n`);
  const stdin = `# by RouterOS 7.20.8\n# model = CRS326-24G-2S+\n/ip route\n${routes.join('')}`;
  for (const [keysMax, said] of [
    ['200', 'a site of 250 rows has more than 200 keys'],
    // Each row is a map of two.
    ['300', 'a site of it has more than 300 keys'],
  ] as const) {
    const refused = memoryIo({ stdin, env: { ROSC_MAX_KEYS: keysMax } });
    expect(await main(['import', '-', '--json'], refused)).toBe(1);
    const { site, diagnostics } = JSON.parse(refused.out());
    expect([site, diagnostics.map(({ code }: { code: string }) => code)]).toEqual([undefined, ['import/no-site']]);
    expect(diagnostics[0].what).toContain(said);
    expect(diagnostics[0].why).toContain('ROSC_MAX_KEYS');
  }
  expect(await main(['import', '-'], memoryIo({ stdin, env: { ROSC_MAX_KEYS: '2000' } }))).toBe(0);
});

test('ports that have each other’s names', async () => {
  const text = `# by RouterOS 7.20.8
# model = CRS326-24G-2S+
/interface ethernet
set [ find default-name=ether1 ] comment=first name=ether2
set [ find default-name=ether2 ] comment=second name=ether1
/ip address
add address=10.0.0.1/24 interface=ether1 network=10.0.0.0
add address=10.0.1.1/32 interface=ether3 network=10.0.1.2
`;
  const io = memoryIo({ stdin: text });
  expect(await main(['import', '-'], io)).toBe(0);
  expect(io.out()).toContain('ether2: { routed: 10.0.0.1/24, description: second }');
  // The other end of a point-to-point link is no network of a routed port.
  expect(io.out()).toContain('{ address: 10.0.1.1/32, interface: ether3, network: 10.0.1.2 }');
});

test.each([
  ['servers=192.0.2.53', 'dns: { servers: 192.0.2.53 }'],
  [
    'allow-remote-requests=yes servers=192.0.2.53,2001:db8::53',
    'dns: { servers: [192.0.2.53, "2001:db8::53"], serve: true }',
  ],
  ['allow-remote-requests=yes', 'allow-remote-requests: true'],
])('name servers: %s', async (said, words) => {
  const stdin = `# by RouterOS 7.20.8\n# model = CRS326-24G-2S+\n/ip dns\nset ${said}\n`;
  const io = memoryIo({ stdin });
  expect(await main(['import', '-'], io)).toBe(0);
  expect(io.out()).toContain(words);
  await io.writeFile(join(projectRoot, 'dns.rsc'), stdin);
  await io.writeFile(join(projectRoot, 'dns.yaml'), io.out());
  expect(await main(['plan', 'dns.yaml', '--against', 'dns.rsc', '--detailed-exitcode'], io)).toBe(0);
});

test.each([
  ['set enabled=yes', 'ntp: { servers: [192.0.2.123, pool.ntp.org] }'],
  [
    'set enabled=yes\n/system ntp server\nset enabled=yes',
    'ntp: { servers: [192.0.2.123, pool.ntp.org], serve: true }',
  ],
  ['set mode=broadcast', 'add address=pool.ntp.org'],
])('time servers: %s', async (said, words) => {
  const rows = '/system ntp client servers\nadd address=192.0.2.123\nadd address=pool.ntp.org\n';
  const stdin = `# by RouterOS 7.20.8\n# model = CRS326-24G-2S+\n/system ntp client\n${said}\n${rows}`;
  const io = memoryIo({ stdin });
  expect(await main(['import', '-'], io)).toBe(0);
  expect(io.out()).toContain(words);
  await io.writeFile(join(projectRoot, 'ntp.rsc'), stdin);
  await io.writeFile(join(projectRoot, 'ntp.yaml'), io.out());
  expect(await main(['plan', 'ntp.yaml', '--against', 'ntp.rsc', '--detailed-exitcode'], io)).toBe(0);
});

test('what does not come out as it went in is said', () => {
  const change: Change = {
    action: 'set',
    menu: '/ip/service',
    key: 'telnet',
    properties: [{ name: 'disabled', before: 'yes', after: 'no' }],
    phase: 'policy',
    disruption: 'none',
    because: 'differs from the site',
  };
  expect(importDifferences([], 'a.rsc')).toEqual([]);
  expect(renderDiagnostics(importDifferences([change, change], 'a.rsc'))).toContain(
    'warning[import/differs]: the site would change 2 things on the device that it came from\n --> a.rsc /ip/service telnet',
  );
});
