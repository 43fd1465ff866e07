// Names, comments and values may hold characters that move a reader's cursor, turn a line round or end it where nobody
// sees it. None of them is in what rosc prints, in no format: JSON says them by their escapes, all else shows those.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { jsonText } from '../../src/source/json-text.ts';
import { ui } from '../../src/web/ui.ts';
import { removeFolder, temporaryFolder } from '../support/built-program.ts';
import { harmful, hostile, hostileExport, hostileText as text } from '../support/hostile-text.ts';
import { leapingClock } from '../support/leaping-clock.ts';
import { memoryIo } from '../support/memory-io.ts';
import { everythingOf } from '../support/planted.ts';
import { projectRoot } from '../support/project-root.ts';

const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return name;
};

const exported = write('hostile.rsc', hostileExport);
/** Without what a device refuses. */
const refused = /(?:nothing|missing|gone|seven|chain|gate|menu|property|not)\u202e/;
const running = write(
  'running.rsc',
  hostileExport
    .split('\n')
    .filter((line) => !refused.test(line) && line !== 'add a=b')
    .join('\n'),
);
/** A site is text by YAML's rules, which has such characters as escapes. */
const quoted = (word: string) => jsonText(text(word));
const rig = readFileSync(join(projectRoot, 'fixtures/sites/rig/site.yaml'), 'utf8');
const mistaken = write(
  'mistaken.yaml',
  `${rig}${quoted('key')}: 1\nhosts: { ${quoted('host')}: { device: ${quoted('device')}, port: ether1 } }\n`,
);
const raw = `/ip address add address=10.8.0.1/24 interface=ether9 comment="${hostile.replaceAll('\u001b', '\\1B')}"`;
const site = write('site.yaml', rig.replace('    routes:', `    raw: ${jsonText(raw)}\n    routes:`));
/** What each of all models makes of it is soon said. */
const small = write(
  'small.yaml',
  `version: 1
site: small
devices:
  core: { model: RB450Gx4, routeros: 7.20.8, identity: ${quoted('identity')}, ports: { ether1: { routed: 10.8.0.1/24, description: ${quoted('port')} } } }
flows: [{ name: there, from: 10.8.0.2, to: 10.8.0.1, path: cpu }]
`,
);
const fleet = write(
  'fleet.yaml',
  `version: 1\nfleet: all\nsites:\n  - { path: site.yaml, labels: { place: ${quoted('label')} } }\n`,
);
const report = write(
  'report.json',
  JSON.stringify({
    version: 1,
    verb: 'apply',
    status: 1,
    fleet: text('fleet'),
    waves: [{ name: text('wave'), state: 'failed', reason: text('reason') }],
    devices: [{ name: text('device'), site: text('site'), wave: text('wave'), state: 'failed', reason: text('why') }],
    diagnostics: [{ code: text('code'), severity: 'error', what: text('what'), device: text('device') }],
  }),
);
const card = write('ethtool.txt', `driver: ${text('r8169')}\nversion: ${text('1')}\nbus-info: ${text('pci')}\n`);
const ios = write('switch.cfg', `hostname ${text('a')}\ninterface ${text('Gi')}\n description ${text('b')}\nend\n`);

const formats = ['text', 'json', 'sarif', 'markdown', 'github'].map((format) => ['--format', format, '--verbose']);
const device = ['--device', `core=sim:CRS326-24G-2S+,${running}`];
const flow = ['--from', '10.0.10.5', '--to', '10.0.12.9'];

/** The exit status says that a case is about what it means to be about. */
test.each<[number, ...string[]]>([
  ...formats.flatMap((format): [number, ...string[]][] => [
    [1, 'check', mistaken, ...format],
    [0, 'check', site, ...format],
    [1, 'audit', exported, ...format],
  ]),
  ...formats.slice(0, 2).flatMap((format): [number, ...string[]][] => [
    [0, 'check', fleet, ...format],
    [0, 'trace', exported, ...flow, ...format],
    [1, 'trace', exported, '--from', text('vlan'), '--to', text('nobody'), ...format],
    [0, 'check', site, '--matrix', ...format],
    [1, 'plan', site, ...device, ...format],
    [1, 'apply', site, ...device, '--yes', ...format],
    [1, 'verify', site, ...device, ...format],
    [0, 'host-check', card, ...format],
    [0, 'import', exported, ...format],
    [0, 'import', ios, '--model', 'CRS326-24G-2S+', '--from', 'ios', ...format],
    [1, 'explain', text('code'), ...format],
    [0, 'advise', small, ...format],
    [0, 'compile', site, ...format],
  ]),
  ...['text', 'json', 'junit', 'markdown'].map((format): [number, ...string[]] => [
    1,
    ...['report', 'merge', report, '--format', format],
  ]),
  [0, 'sim', 'inject', exported, '--from', '10.0.10.5@ether1', '--to', '10.0.10.6@ether2'],
  [0, 'capture', `sim:CRS326-24G-2S+,${running}`],
  [1, 'audit', text('no-such-file')],
  [1, 'models', text('model')],
  [1, 'sim', '--model', text('model')],
  [64, text('command'), 'x'],
  [64, 'check', `--${text('option')}`],
  [64, 'sim', '--fault', `${text('fault')}=1`],
  [1, 'plan', site, '--device', `core=api://a@${text('host')}`],
])('%i %s %s %s %s', async (expected, ...words) => {
  const io = memoryIo({ cwd: folder, env: { ROSC_PASSWORD: 'x' }, clock: leapingClock() });
  const status = await main(words, io);
  const said = everythingOf(io);
  expect(status, said.slice(0, 500)).toBe(expected);
  expect(said.trim(), 'it said nothing').not.toBe('');
  expect(said.split('\n').filter((line) => harmful.test(line))).toEqual([]);
});

test('a page', async () => {
  const page = join(folder, 'page');
  mkdirSync(page);
  writeFileSync(
    join(page, 'index.html'),
    '<head><link rel="stylesheet" href="/a.css"></head><body><script type="module" src="/a.js"></script></body>',
  );
  for (const name of ['a.js', 'a.css']) writeFileSync(join(page, name), '/**/');
  for (const subject of [exported, site, mistaken]) {
    const io = memoryIo({ cwd: folder });
    await ui(io, subject, { listen: '127.0.0.1:0', export: 'page.html', page });
    expect(everythingOf(io)).toContain('rosc-data');
    expect(everythingOf(io)).not.toMatch(harmful);
  }
});
