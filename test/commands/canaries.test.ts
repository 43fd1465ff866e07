// No secret of a configuration reaches any output of any command, and nothing else is hidden. What counts as a secret
// is said here by this test's own words, for every menu whose tree is known, for menus that rosc does not know, and
// for text of all kinds.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { startServer } from '../../src/device/sim/server.ts';
import { createSimulator } from '../../src/device/sim/simulator.ts';
import { realClock } from '../../src/io/real-clock.ts';
import { menus } from '../../src/model/menus.ts';
import { parseWithoutSecrets } from '../../src/rsc/secrets.ts';
import { redactText } from '../../src/source/redact-text.ts';
import { ui } from '../../src/web/ui.ts';
import { type MemoryIo, memoryIo } from '../support/memory-io.ts';
import { projectRoot } from '../support/project-root.ts';
import { targetOf } from '../support/sim-target.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'rosc-canaries-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names of text that opens something. */
const opens = new RegExp(
  [
    'pass(?:word|phrase|wd|code)$|secrets?$|psk$|token$|cookie$|community$|(?:^|-)(?:pin|puk|cak|ckn|otp)$',
    '(?:shared|private|encryption|auth|authentication|md5|static-sta-private|protection)-?key$|static-key-\\d$',
  ].join('|'),
);

let planted = 0;
const canary = () => `CANARY${String(++planted).padStart(4, '0')}x7Q`;

const known = [...menus].flatMap(([menu, { kind, properties }]) =>
  Object.entries(properties).flatMap(([name, { type, secret }]) => {
    if (!secret && !(opens.test(name) && type === 'text')) return [];
    const verb = kind === 'settings' ? 'set' : kind === 'fixed' ? 'set [ find default=yes ]' : 'add';
    return [`${menu} ${verb} ${name}=${canary()}`, `${menu} ${verb} ${name}="${canary()} two" disabled=no`];
  }),
);

const unknown = [
  '/zerotier add name=zt1 identity="%:0:%"',
  '/system ntp key add key=% key-id=1',
  '/system ntp key add key-val=% key-id=1',
  '/container envs add key=PASSWORD name=env value=%',
  '/container add cmd="--password %" interface=veth1',
  '/container config set password=% registry-url=https://me:%@registry.example',
  '/tool romon set secrets=%,%',
  '/made up add passwd=% pass=% community=% api-key=% dbPassword=% client_secret=%',
  '/made up set 0 admin-pwd=% access-token="%" static-key-0=%',
  '/ip dns set use-doh-server=https://me:%@dns.example/dns-query',
  '/ip dns set use-doh-server=https://dns.example/%',
  '/tool fetch url="https://api.example/x\\?token=%&b=1"',
  '/tool fetch http-header-field="Authorization: Bearer %,X-Api-Key: %" url=https://a.example',
  '/tool fetch http-data="{\\"password\\":\\"%\\",\\"a\\":1}" url=https://a.example',
  '/ip address add address=192.0.2.9/24 interface=ether1 comment="password: %"',
  '/ip address add address=192.0.2.10/24 interface=ether1 comment="admin / pw=%, see wiki"',
  '/ip address add address=192.0.2.11/24 interface=ether1 comment="the wifi password is %"',
  '/ip route add gateway=192.0.2.2 comment="ftp://me:%@192.0.2.3/x"',
  '/system script add name=s source=":local pw \\"%\\"\\r\\n:global apiToken \\"%\\"\\r\\n/tool fetch password=% user=a"',
  '/system scheduler add name=t on-event="/tool fetch url=\\"ftp://u:%@192.0.2.1\\" upload=yes"',
  '/ip address add address=192.0.2.12/24 interface=ether1 comment="password for admin: %"',
  '/ip address add address=192.0.2.13/24 interface=ether1 comment="pw % / user admin pass %"',
  '/ip address add address=192.0.2.14/24 interface=ether1 comment="Passwort (alt) = %; contraseña: %; пароль: %"',
  '/ip address add address=192.0.2.15/24 interface=ether1 comment="ssh admin:%@192.0.2.9, PrivateKey = %k3PXPJBSWY3DPEHPK3PXPJBSWY3D="',
  '/ip address add address=192.0.2.16/24 interface=ether1 comment="<password>%</password>"',
  '/system script add name=c source="/tool fetch url=\\"https://hooks.example/services/%/%\\" ; # curl -u admin:% https://a"',
  '/tool fetch url="https://api.telegram.org/bot123456789:%AAEhBOweik6/sendMessage"',
  '/tool fetch url="https://a.example/x\\?sig=%"',
  ':local pw ("%" . "%")',
  ':set password value="%"',
  ':local password "%"',
  ':global smtpPass %',
  ':if (true) do={ /ppp secret add name=x password=% }',
  '/snmp community add name=% addresses=192.0.2.0/24',
  '/ip address add address=192.0.2.1/24 broken password="%',
  '# old password=%',
  '# psk: %',
].map((line) => line.replace(/%(?!\\)/g, canary));

const head = '# 2025-01-01 00:00:00 by RouterOS 7.20.8\n# model = CRS326-24G-2S+\n';
const base = `/interface bridge
add name=bridge1 vlan-filtering=yes
/interface vlan
add interface=bridge1 name=vlan10 vlan-id=10
/interface bridge port
add bridge=bridge1 interface=ether1 pvid=10 comment="core: key switch, token ring; pass 2"
/interface bridge vlan
add bridge=bridge1 tagged=bridge1 vlan-ids=10
/ip address
add address=10.0.10.1/24 interface=vlan10
`;
const plantedInExport = planted;
const export_ = `${head}${base}${[...known, ...unknown].join('\n')}\n`;
const file = join(folder, 'planted.rsc');
writeFileSync(file, export_);
const page = join(folder, 'page');

/** Everything that a command says or writes. */
function everythingOf(io: MemoryIo): string {
  return [io.out(), io.err(), ...io.written.values()].join('\n');
}

function expectNone(text: string): void {
  expect([...new Set(text.match(/.{0,60}CANARY\d{4}.{0,20}/g) ?? [])]).toEqual([]);
}

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
  const cwd = '/somewhere';
  const theirs = () => [
    `/routing/bgp/connection/add name=old remote.address=10.0.2.8 local.role=ebgp comment=rosc:bgp/old tcp-md5-key=${canary()}`,
    `/system/script/add name=theirs source=":local password ${canary()}"`,
    `/ip/address/add address=192.0.2.9/24 interface=ether9 comment="password: ${canary()}"`,
  ];

  async function start() {
    const script = theirs().join('\n');
    const target = targetOf('CRS326-24G-2S+', '7.14.3');
    const simulator = createSimulator({ target, clock: realClock, script });
    const server = await startServer(simulator, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    const io = memoryIo({ env: { ROSC_PASSWORD: '', KEY: canary() }, cwd, clock: realClock });
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
  expect(planted).toBeGreaterThan(160);
  expect(export_.match(/CANARY/g)?.length).toBe(plantedInExport);
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
  ])('%s', (text) => expect(redactText(text)).toBe(text));
});
