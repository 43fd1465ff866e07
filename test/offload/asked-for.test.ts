// What a key of the site asks for is a warning; the same from a line that is written out, or in an export, is an error.

import { expect, test } from 'vitest';
import { main } from '../../src/cli.ts';
import { memoryIo } from '../support/memory-io.ts';
import { change } from '../support/valid-site.ts';

const site = (lines: string) => change('    routeros: 7.14.3', `    routeros: 7.20.8\n${lines}`);

const off = '/interface ethernet switch set 0 l3-hw-offloading=no';

test.each([
  ['a key of the site', 'check', site('    l3-offload: false'), 'warning'],
  ['a line under `raw`', 'check', site(`    raw: |\n      ${off}`), 'error'],
  [
    'an export',
    'audit',
    `# model = CRS326-24G-2S+
/ip address add address=10.0.1.1/24 interface=ether1
/ip address add address=10.0.2.1/24 interface=ether2
${off}
`,
    'error',
  ],
])('routing by the CPU, by %s', async (_, command, text, severity) => {
  const io = memoryIo({ stdin: text });
  await main([command, '-', '--json'], io);
  const { diagnostics } = JSON.parse(io.out()) as { diagnostics: readonly { code: string; severity: string }[] };
  expect(diagnostics.find(({ code }) => code === 'l3hw/l3hw-switch-off')?.severity).toBe(severity);
});

test('a firewall between VLANs on a chip without FastTrack is one warning', async () => {
  const rule = '{ from: left, to: right, default: drop, rules: [{ permit: { protocol: tcp, port: 443 } }] }';
  const io = memoryIo({ stdin: site(`    firewall: [${rule}]`) });
  await main(['check', '-', '--json'], io);
  const { diagnostics } = JSON.parse(io.out()) as {
    diagnostics: readonly { code: string; severity: string; also?: readonly string[] }[];
  };
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  expect(warnings.map(({ code, also = [] }) => [code, ...also])).toEqual([
    ['lower/stateful-on-cpu', 'firewall/fasttrack-hw-unsupported'],
  ]);
});
