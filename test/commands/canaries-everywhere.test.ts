// Every command, on a site, a fleet, an export and a device full of secrets: a new command has no place here until
// somebody says how it is run. The page's server is asked for all that its description offers.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { buildProgram } from '../../src/commands/program.ts';
import type { Clock } from '../../src/device/device.ts';
import { ui } from '../../src/web/ui.ts';
import { removeFolder, temporaryFolder } from '../support/built-program.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { type MemoryIo, memoryIo } from '../support/memory-io.ts';
import { canary, everythingOf, expectNone, plantedExport } from '../support/planted.ts';
import { projectRoot } from '../support/project-root.ts';
import { startUi } from '../support/ui.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return name;
};

/** Whatever a person may put into a site: keys by reference and by mistake, comments, names, raw lines. */
const site = readFileSync(join(projectRoot, 'fixtures/sites/rig/site.yaml'), 'utf8')
  .replace('site: rig', `# password: ${canary()}\nsite: rig # pw ${canary()}`)
  .replace(
    '    routes:',
    [
      '    bgp:',
      '      asn: 65010',
      '      router-id: 10.0.2.1',
      '      peers: { up: { address: 10.0.2.9, asn: 65000, password: !env KEY } }',
      '    raw: |',
      `      /ppp secret add name=road password=${canary()}`,
      `      /system script add name=s source=":local p1 \\"${canary()}\\"; /user add name=x password=\\$p1"`,
      `      /snmp community add name=${canary()} addresses=192.0.2.0/24`,
      `      /interface wifi add name=w1 security.passphrase=${canary()}`,
      `      /made up add api-key=${canary()} comment="psk: ${canary()}"`,
      '    routes:',
    ].join('\n'),
  );
const exported = write('planted.rsc', plantedExport);
const clean = write('site.yaml', site);
/** Without the lines that the simulated device does not know. */
/** What each of all models makes of it is soon said. */
const small = write(
  'small.yaml',
  `version: 1
site: small # pw ${canary()}
devices:
  core:
    model: RB450Gx4
    routeros: 7.20.8
    ports: { ether1: { routed: 10.8.0.1/24, description: "pw: ${canary()}" } }
    raw: |
      /ip address add address=10.9.0.1/24 interface=ether2 comment="password: ${canary()}"
`,
);
const usable = write('usable.yaml', site.replace(/^ +\/(?:ppp|interface wifi|made up) .*\n/gm, ''));
const literal = write('literal.yaml', site.replace('!env KEY', canary()));
const fleet = write(
  'fleet.yaml',
  'version: 1\nfleet: all\nsites:\n  - { path: usable.yaml, labels: { wave: first } }\n',
);
const reported = write(
  'report.json',
  `{ "version": 1, "status": 1, "fleet": "token=${canary()}", "devices": [{ "name": "a", "state": "failed",
    "reason": "password: ${canary()}" }], "diagnostics": [{ "code": "x", "severity": "error", "what": "pw: ${canary()}" }] }`,
);
const card = write(
  'ethtool.txt',
  `driver: r8169\nversion: password: ${canary()}\nfirmware-version: token=${canary()}\n`,
);
const ios = write('switch.cfg', `hostname a\nenable secret 5 ${canary()}\nsnmp-server community ${canary()} RO\nend\n`);

const netbox = write('netbox.json', JSON.stringify(secretNetbox()));
const probed = write('mine.probe.yaml', `version: 1\nmodel: CRS326-24G-2S+\npassword: ${canary()}\nanswers: {}\n`);

/** A dump of NetBox with a secret in every text that a person wrote. */
function secretNetbox(): unknown {
  const plain: unknown = JSON.parse(readFileSync(join(projectRoot, 'fixtures/netbox/branches.json'), 'utf8'));
  return planted(plain);
}

function planted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(planted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'description' || name === 'comments' ? `password: ${canary()}` : planted(inner),
  ]);
  return Object.fromEntries(entries);
}

const flow = ['--from', 'left', '--to', 'right'];
/** The planted export has lines that a device refuses; these it takes. */
const theirs = write(
  'theirs.rsc',
  [
    `/system script add name=theirs source=":local password ${canary()}"`,
    `/ip address add address=192.0.2.9/24 interface=ether9 comment="password: ${canary()}"`,
    `/routing bgp connection add name=old remote.address=10.0.2.8 local.role=ebgp comment=rosc:bgp/old tcp-md5-key=${canary()}`,
  ].join('\n'),
);
const live = `sim:CRS326-24G-2S+,${theirs}`;
const device = ['--device', `core=${live}`];
const inFleet = ['--device', `rig/core=${live}`];

/** A secret in words is a mistake of the site, told with the line that holds it. */
const sites = (...words: string[]) => [run(0, clean, ...words), ...refused(...words)];
const refused = (...words: string[]) => [run(1, literal, ...words)];

interface Run {
  readonly status: number;
  readonly words: readonly string[];
}

function run(status: number, ...words: readonly string[]): Run {
  return { status, words };
}

/** How each command is run; those that go on until they are stopped say by which words they are at work. */
const runs: Readonly<Record<string, readonly Run[]>> = {
  check: [...sites('--verbose'), ...sites('--json'), run(0, fleet), run(0, fleet, '--json'), run(1, exported)],
  audit: [run(1, exported, '--verbose'), run(1, exported, '--json')],
  trace: [...sites(...flow), ...sites(...flow, '--json'), run(0, exported, '--from', 'vlan10', '--to', 'vlan10')],
  compile: [...sites(), ...sites('-o', 'out'), ...sites('--json')],
  advise: [run(0, small, '--json')],
  plan: [
    run(0, usable, ...device),
    run(0, usable, ...device, '--json'),
    ...refused(...device),
    run(0, fleet, ...inFleet),
  ],
  // The simulated device is another at every connection, so nothing is applied; canaries.test.ts has one that stays.
  apply: [run(0, usable, ...device, '--yes', '--verbose'), ...refused(...device, '--yes')],
  verify: [run(1, usable, ...device), run(1, usable, ...device, '--json'), ...refused(...device)],
  confirm: [run(1, usable, ...device), ...refused(...device)],
  recover: [run(0, usable, ...device), ...refused(...device)],
  rollback: [run(1, usable, ...device), ...refused(...device)],
  capture: [run(0, live)],
  'host-check': [run(0, card), run(0, card, '--json')],
  'report merge': ['text', 'json', 'junit', 'markdown'].map((format) => run(1, reported, '--format', format)),
  init: [run(0, '--model', 'CRS326-24G-2S+')],
  import: [
    run(0, exported),
    run(0, exported, '--json', '--verbose'),
    run(0, ios, '--model', 'CRS326-24G-2S+', '--from', 'ios'),
  ],
  bootstrap: [run(0, clean, '--device', 'core')],
  completion: [run(0, 'bash')],
  explain: [run(0, 'ops/unknown-name')],
  models: [run(0)],
  schema: [run(0)],
  // What it lays out is the file itself, with all that its author wrote.
  fmt: [run(1, clean, '--check'), run(1, literal, '--check', '--json')],
  'import netbox': [run(0, netbox, '--out', 'made'), run(0, netbox, '--out', 'made', '--json')],
  probe: [run(1, '--check', probed), run(1, '--check', probed, '--json')],
  complete: [run(0, '--', 'che')],
  'sim inject': [run(0, exported, '--from', '10.0.10.5@ether1', '--to', '10.0.10.6@ether2')],
};

const lasting: Readonly<Record<string, { readonly words: readonly string[]; readonly works: RegExp }>> = {
  watch: { words: [usable, ...device, '--interval', '1s'], works: /core/ },
  sim: { words: ['--load', exported, '--api', '127.0.0.1:0'], works: /listens/ },
};

/** Of the description of the API. */
type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function requestsOf(paths: Paths) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) =>
      (method === 'post' ? [plantedExport, site] : [undefined]).map((text) => ({
        method,
        path,
        body: text === undefined ? {} : { body: JSON.stringify({ text }) },
      })),
    ),
  );
}

function newIo(clock?: Clock): MemoryIo {
  return memoryIo({ cwd: folder, env: { KEY: canary(), ROSC_PASSWORD: '' }, ...(clock && { clock }) });
}

/** `report merge` and the like by both words; a command that does something itself also by its own. */
function leavesOf(command: Command, above: string): readonly string[] {
  return command.commands.flatMap((each) => {
    const name = `${above} ${each.name()}`.trim();
    return each.commands.length === 0
      ? [name]
      : [...(['sim', 'import'].includes(name) ? [name] : []), ...leavesOf(each, name)];
  });
}

test('every command is run here', () => {
  const named = leavesOf(
    buildProgram(
      newIo(),
      () => undefined,
      () => undefined,
    ),
    '',
  );
  expect([...Object.keys(runs), ...Object.keys(lasting), 'ui'].sort()).toEqual([...named].sort());
});

describe.each(Object.entries(runs))('no secret is in what is said by %s', (name, all) => {
  test.each(all.map((each) => [each.words.join(' '), each] as const))('%s', async (_, { status: expected, words }) => {
    const io = newIo(leapingClock());
    const status = await main([...name.split(' '), ...words], io);
    expect(everythingOf(io).trim(), 'it said nothing').not.toBe('');
    expect(status, everythingOf(io).slice(0, 500)).toBe(expected);
    expectNone(everythingOf(io));
  });
});

test.each(Object.entries(lasting))('nor by %s', async (name, { words, works }) => {
  const io = newIo();
  let status: number | undefined;
  const ended = main([name, ...words], io).then((given) => {
    status = given;
  });
  await until(() => works.test(io.out()) || status !== undefined);
  io.interrupt();
  await ended;
  expect(status, io.err()).toBe(0);
  expectNone(everythingOf(io));
});

describe('the page', () => {
  const page = join(folder, 'page');
  mkdirSync(page);
  writeFileSync(
    join(page, 'index.html'),
    '<head><link rel="stylesheet" href="/a.css"></head><body><script type="module" src="/a.js"></script></body>',
  );
  for (const name of ['a.js', 'a.css']) writeFileSync(join(page, name), '/**/');

  test.each([clean, literal, exported])('as a file, of %s', async (subject) => {
    const io = newIo();
    expect(await ui(io, subject, { listen: '127.0.0.1:0', export: 'page.html', page })).toBe(0);
    expect(everythingOf(io)).toContain('rosc-data');
    expectNone(everythingOf(io));
  });

  test.each([usable, exported])('by all that its server answers, of %s', async (subject) => {
    const running = await startUi(join(folder, subject), {
      env: { KEY: canary(), ROSC_PASSWORD: '' },
      page,
      ...(subject === usable && { device: [`core=sim:CRS326-24G-2S+,${join(folder, theirs)}`] }),
    });
    const root = new URL(running.url).origin;
    const { paths } = (await (await fetch(`${root}/api/openapi.json`)).json()) as { readonly paths: Paths };
    const answered = new Set<string>();
    for (const { method, path, body } of requestsOf(paths)) {
      const target = path
        .replace('/codes/{group}/{id}', '/codes/ops/unknown-name')
        .replace('{id}', 'current')
        .replace('{device}', 'core');
      const query = path.endsWith('/trace') ? '?device=core&from=left&to=right' : '';
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${root}${target}${query}`, { method, headers, ...body });
      if (answer.ok) answered.add(`${method} ${path}`);
      // What is sent as it happens does not end.
      if (path.endsWith('/events')) await answer.body?.cancel();
      else expectNone(await answer.text());
    }
    expect(answered.size, [...answered].join(', ')).toBeGreaterThan(subject === usable ? 7 : 4);
    expectNone(await (await fetch(root)).text());
    await running.stop();
    expectNone(everythingOf(running.io));
  });
});
