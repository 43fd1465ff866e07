// No secret of a configuration reaches any output of the commands that read one, and nothing else is hidden.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { parseWithoutSecrets } from '../../src/rsc/secrets.ts';
import { redactText } from '../../src/source/redact-text.ts';
import { ui } from '../../src/web/ui.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import {
  base,
  canary,
  everythingOf,
  expectNone,
  head,
  known,
  plantedExport,
  plantedInExport,
  plantedSoFar,
} from '../support/planted.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'rosc-canaries-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'planted.rsc');
writeFileSync(file, plantedExport);
const page = join(folder, 'page');

describe('no secret is in the output of', () => {
  const audit = ['text', 'json', 'sarif', 'markdown', 'github'].map((format) => ['audit', file, '--format', format]);
  const flow = ['--from', 'vlan10', '--to', 'vlan10'];
  const live = `sim:CRS326-24G-2S+,${file}`;
  test.each([
    ...audit.flatMap((words) => [words, [...words, '--verbose']]),
    ['audit', file, '--fix'],
    ['audit', live, '--verbose'],
    ['import', file],
    ['import', file, '--json', '--verbose'],
    ['import', file, '-o', join(folder, 'site')],
    ['import', live],
    ['trace', file, ...flow],
    ['trace', file, ...flow, '--json'],
    ['plan', join(projectRoot, 'fixtures/sites/rig/site.yaml'), '--against', file, '--device', 'core'],
    ['plan', join(projectRoot, 'fixtures/sites/rig/site.yaml'), '--against', file, '--device', 'core', '--json'],
    ['plan', join(projectRoot, 'fixtures/sites/rig/site.yaml'), '--against', file, '--device', 'core', '-o', 'p.json'],
    ['sim', 'inject', file, '--from', '10.0.10.5@ether1', '--to', '10.0.10.6@ether2'],
    ['sim', 'inject', file, '--from', '10.0.10.5@ether1', '--to', '10.0.10.6@ether2', '--json'],
    ['capture', live],
    ['check', file],
    ['fmt', file],
  ])('%s %s %s %s %s', async (...words) => {
    const io = memoryIo({ cwd: folder });
    await main(words, io);
    const text = everythingOf(io);
    expect(text.length).toBeGreaterThan(20);
    expectNone(text);
  });

  test('sim --load', async () => {
    const io = memoryIo({ cwd: folder });
    const ended = main(['sim', '--load', file, '--api', '127.0.0.1:0'], io);
    await until(() => io.out().includes('listens'));
    io.interrupt();
    await ended;
    expect(io.err()).toContain('is not loaded');
    expectNone(everythingOf(io));
  });

  test('ui --export', async () => {
    const io = memoryIo({ cwd: folder });
    mkdirSync(page);
    writeFileSync(
      join(page, 'index.html'),
      '<head><link rel="stylesheet" href="/a.css"></head><body><script type="module" src="/a.js"></script></body>',
    );
    for (const name of ['a.js', 'a.css']) writeFileSync(join(page, name), '/**/');
    expect(await ui(io, file, { listen: '127.0.0.1:0', export: 'page.html', page })).toBe(0);
    const text = everythingOf(io);
    expect(text).toContain('rosc-data');
    expectNone(text);
  });
});

describe('no secret of a device or a site is in what is kept and said by', () => {
  const site = readFileSync(join(projectRoot, 'fixtures/sites/rig/site.yaml'), 'utf8').replace(
    '    routes:',
    '    bgp: { asn: 65010, router-id: 10.0.2.1, peers: { up: { address: 10.0.2.9, asn: 65000, password: !env KEY } } }\n    routes:',
  );
  const clock = leapingClock();
  const cwd = '/somewhere';
  const theirs = () => [
    `/routing/bgp/connection/add name=old remote.address=10.0.2.8 local.role=ebgp comment=rosc:bgp/old tcp-md5-key=${canary()}`,
    `/system/script/add name=theirs source=":local password ${canary()}"`,
    `/ip/address/add address=192.0.2.9/24 interface=ether9 comment="password: ${canary()}"`,
  ];

  async function start() {
    const script = theirs().join('\n');
    const target = targetOf('CRS326-24G-2S+', '7.14.3');
    const simulator = createSimulator({ target, clock: clock.ofDevices, script });
    const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const io = memoryIo({ env: { ROSC_PASSWORD: '', KEY: canary() }, cwd, clock });
    await io.writeFile(`${cwd}/site.yaml`, site);
    const where = ['site.yaml', '--device', `core=api://admin@127.0.0.1:${server.port}`];
    return { io, where, simulator };
  }

  test('apply, its journal, and verify afterwards', async () => {
    const { io, where, simulator } = await start();
    expect(await main(['apply', ...where, '--yes', '--verbose'], io), io.err()).toBe(0);
    // The secret arrived, so that it had every chance to be written down.
    expect(simulator.print('/routing/bgp/connection')[0]?.['tcp-md5-key']).toMatch(/^CANARY/);
    const kept = [...io.written.keys()].map((path) => /\.(?:prior\.rsc|undo\.rsc|state\.json|json)$/.exec(path)?.[0]);
    expect(kept).toEqual(expect.arrayContaining(['.json', '.prior.rsc', '.undo.rsc', '.state.json']));
    simulator.run(`/routing/bgp/connection/set [find] tcp-md5-key=${canary()}`);
    for (const more of [[], ['--json']]) await main(['verify', ...where, ...more], io);
    await main(['plan', ...where, '--json'], io);
    expect(await main(['plan', ...where, '--out', 'plan.json'], io), io.err()).toBe(0);
    expect(await main(['apply', 'plan.json', '--site', ...where, '--yes', '--json'], io), io.err()).toBe(0);
    expect([...io.written.values()].join('')).toContain('scrypt:');
    expectNone(everythingOf(io));
  });

  test('watch', async () => {
    for (const more of [[], ['--json']]) {
      const { io, where, simulator } = await start();
      const ended = main(['watch', ...where, '--interval', '1s', '--drift-interval', '1s', ...more], io);
      await until(() => /drift/.test(io.out()));
      const told = io.out().split(/drift/i).length;
      simulator.run(`/routing/bgp/connection/set [find] tcp-md5-key=${canary()} comment="password: ${canary()}"`);
      simulator.run(`/ip/address/set [find] comment="rosc:x password: ${canary()}"`);
      simulator.run('/system/identity/set name=renamed');
      // What was changed at once is seen by one look, and told.
      await until(() => io.out().split(/drift/i).length > told);
      io.interrupt();
      await ended;
      expectNone(everythingOf(io));
    }
  });
});

test('what is planted is enough to mean something', () => {
  expect(known.length).toBeGreaterThan(120);
  expect(plantedSoFar()).toBeGreaterThan(180);
  expect(plantedExport.match(/CANARY/g)?.length).toBe(plantedInExport);
});

describe('what is no secret stays readable', () => {
  test('lines of an ordinary export', () => {
    const text = `${head}${base}
/interface bonding add mode=802.3ad name=bond-key1 slaves=ether1,ether2 lacp-user-key=7
/interface wireguard peers add interface=wg1 public-key="jZy1kD9O6Y2c0g6bY7hZ0o6fQk3pJ7l8m9n0o1p2q3s="
/interface ethernet set [ find default-name=ether1 ] mac-address=48:8F:5A:00:00:01 name=pass-through1
/ip hotspot user profile set [ find default=yes ] add-mac-cookie=yes
/user ssh-keys import public-key-file=key.pub user=admin
/ip ssh set always-allow-password-login=no host-key-size=4096 host-key-type=ed25519
/user settings set minimum-password-length=12
/ip dns set servers=192.0.2.53 use-doh-server=https://dns.example/dns-query
/system script add name=hello source=":put \\"password is required\\"; :log info \\"key exchange done: ok\\""
/ip firewall filter add action=accept chain=input comment="tokens: none; see https://wiki.example/keys/rotation"
# the password was changed by Bob; community garden VLAN
`;
    expect(parseWithoutSecrets({ path: 'x.rsc', text }).value.file.text).toBe(text);
  });

  test.each([
    'the password changed last week',
    'secret garden, pass 3, key account manager',
    'password: !env NAME',
    'tcp-md5-key=@env:PEER_KEY',
    'https://wiki.example/how-to/reset-a-password?page=2',
    'api://admin@192.0.2.1:8728',
    'MAC 48:8F:5A:00:00:01, fe80::1, 2001:db8::/32, AS64512',
    'token bucket of 10 packets',
    'password=""',
    'bypass=always compass=north',
    'password-format=AA:AA key-size=2048 public-key=abc',
    'password= service=any comment="x y"',
    'gateway=fe80::1%ether1@main,2001:db8::abcd@vrf1 mail to noc@example.org, see 10.0.0.1:8291',
    'pass through to ether1; community of practice; key for the rack: at the desk',
    'password of the week: none; secret santa - friday',
    'the vault is open, stock: 3, tick-tock: yes',
    'secret santa',
    '# password required',
    'pin 12 of the plug, PIN header; pass 2024-01-01, otp 7.20.1',
    ':local iface "ether1"; :global host "192.0.2.1"; :set name "core-sw1"; :local when "2024-01-01"',
    ':local total ($a + $b)',
    'password:\n  !env NAME',
    'secrets:\n  peer: !env PEER_KEY',
    'password:\n/ip address',
    'tool --key-file a.pem --no-password',
    'sessions: 12; session-timeout=5m',
    'password policy for admin, see wiki; master key ring 2; the token of ether1',
    'admin/office VLAN, login page, root bridge; code of conduct: rev 7',
    'mac auth sha256, priv aes128; snmp community: none; zip -r a.zip b',
    'auth=sha256 auth=md5',
    'a site has no key `k999`, so what it says would not happen',
    'https://wiki.example/keys/rotation/2024 https://a.example/x?page=2',
    ':put ("name: " . "core")',
    '/system script run key-rotation',
    ':local when "2024"; :foreach i in={"ether1";"ether2"} do={ :put "password is required" }',
    'ключица сломана, clef, parolees of the klucze; hasol, geslovan',
    'https://wiki.example/webhook',
    ':if ("up" = $status) do={}',
  ])('%s', (text) => expect(redactText(text)).toBe(text));

  test.each([
    ['pin 1234', 'pin ****'],
    ['SIM PIN is 0815', 'SIM PIN is ****'],
    ['password 12345678 for guests', 'password ******** for guests'],
    ['wpa-psk x', 'wpa-psk *'],
    ['a:\n  password: |\n    x\n    y: z\n  b: c', 'a:\n  password: |\n    *\n    ****\n  b: c'],
    ['keys:\n- x\n- "y z"\nb: c', 'keys:\n- *\n- *****\nb: c'],
    ['secrets: { peer: !env X }', 'secrets: { peer: !env X }'],
    ['password:\n  hunter\nuser: a', 'password:\n  ******\nuser: a'],
    [':local pw "a b" ; :put $pw', ':local pw "***" ; :put $pw'],
    [':local n "a b" ; /user add password=$n', ':local n "***" ; /user add password=$n'],
    [':local n "Tr0ub4dor&3"', ':local n "***********"'],
    ['Cookie: a=b; c=d', 'Cookie: ********'],
    ['passphrase: correct horse battery for guests', 'passphrase: ******* ***** ******* for guests'],
    ['pw sommer, old one', 'pw ******, old one'],
    ['psk (office) : sommer', 'psk (office) : ******'],
    ['(\\"X-Token: \\" . \\"a b\\")', '(\\"X-Token: \\" . \\"***\\")'],
    [
      '{\\\\\\"pw\\\\\\":\\\\\\"a b\\\\\\",\\\\\\"x\\\\\\":1}',
      '{\\\\\\"pw\\\\\\":\\\\\\"***\\\\\\",\\\\\\"x\\\\\\":1}',
    ],
  ])('and of %s the secret is hidden', (text, redacted) => expect(redactText(text)).toBe(redacted));
});
