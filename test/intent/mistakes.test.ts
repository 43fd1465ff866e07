// Every mistake that a site can have: its code, its place (the marked text), and that all mistakes of a file come
// at once.

import { describe, expect, test } from 'vitest';
import type { Code } from '../../src/diagnostics/codes.ts';
import { textOf } from '../../src/source/location.ts';
import { change, diagnose, marked, read, validSite } from '../support/valid-site.ts';

test('a BGP peer that is no neighbour is offered `multihop`', () => {
  const [first] = diagnose(bgp('longer-than: 24').replace('198.51.100.2', '172.16.0.1'));
  expect([first?.code, first?.fix?.title.endsWith('or write `multihop: true`')]).toEqual([
    'intent/next-hop-unreachable',
    true,
  ]);
});

test('the sound site has no mistake', () => {
  expect(diagnose(validSite).map(marked)).toEqual([]);
});

test.each([
  { number: '99999999999999999999', what: '`vlans.left.id` cannot be this', label: 'far too large' },
  { number: '.inf', what: '`vlans.left.id` is `Infinity` where a site has a number', label: 'expected a number' },
])('a VLAN has no id $number', ({ number, what, label }) => {
  const [first] = diagnose(change('id: 2', `id: ${number}`));
  expect([first?.what, first?.primary.text]).toEqual([what, label]);
});

test.each(['---\n', '---\n...\n', '...\n', '...\n# over\n', '---\n# over\n'])('nothing follows %j', (end) => {
  expect(diagnose(`---\n${validSite}\n${end}`).map(marked)).toEqual([]);
});

const ospf = '{ router-id: 10.0.2.1, version: 4, areas: { backbone: { interfaces: { left: {} } } } }';

function bgp(condition: string): string {
  const filter = `[{ accept: any, ${condition} }]`;
  const peer = `{ address: 198.51.100.2, asn: 65000, in: ${filter} }`;
  return change('    routes:', `    bgp: { asn: 65001, router-id: 10.0.2.1, peers: { up: ${peer} } }\n    routes:`);
}

function withDevice(line: string): string {
  return change('    routes:', `    ${line}\n    routes:`);
}

const cases: readonly (readonly [name: string, text: string, ...expected: readonly [Code, string][]])[] = [
  ['an empty file', '', ['intent/empty', '']],
  ['a file of comments', '# nothing\n\n  # here\n', ['intent/empty', '# nothing']],
  ['a binary file', '\u0001\u0000PK', ['intent/not-text', '\u0001']],
  ['no YAML', 'a: [1, 2\nb: }', ['intent/yaml-syntax', 'b']],
  ['a second document', `${validSite}\n---\ndevices: {}\n`, ['intent/second-document', 'devices: {}']],
  ['a document before the site', `x-a: 1\n---\nversion: 1\n`, ['intent/second-document', 'version: 1']],
  ['text in place of a map', 'hello', ['intent/wrong-type', 'hello']],
  ['deep nesting', `version:\n  ${'['.repeat(65)}${']'.repeat(65)}`, ['intent/yaml-too-large', '[']],
  ['a key twice', change('site: test', 'site: test\nsite: again'), ['intent/duplicate-key', 'site']],
  ['an unknown tag', change('site: test', 'site: !vault test'), ['intent/unknown-tag', '!vault']],
  ['an unknown key', change('gateways:', 'gatways:'), ['intent/unknown-key', 'gatways']],
  ['an unknown key in a flow', change('path: hardware', 'paht: hardware'), ['intent/unknown-key', 'paht']],
  ['a missing key', change('id: 2, ', ''), ['intent/missing-key', 'left']],
  ['no device', 'version: 1\nsite: test\n', ['intent/missing-key', 'version: 1\nsite: test']],
  ['a wrong type', change('id: 2', 'id: two'), ['intent/wrong-type', 'two']],
  ['a list where text belongs', change('vlan: left', 'vlan: [left]'), ['intent/wrong-type', '[left]']],
  ['a number where text belongs', change('name: bulk', 'name: 7'), ['intent/wrong-type', '7']],
  ['an id out of range', change('id: 2', 'id: 4095'), ['intent/bad-value', '4095']],
  ['host bits in a subnet', change('ipv4: 10.0.2.0/24', 'ipv4: 10.0.2.1/24'), ['intent/bad-value', '10.0.2.1/24']],
  ['a subnet without length', change('ipv4: 10.0.2.0/24', 'ipv4: 10.0.2.0'), ['intent/bad-value', '10.0.2.0']],
  [
    'a subnet of the other family',
    change('ipv4: 10.0.2.0/24', 'ipv6: 10.0.2.0/24'),
    ['intent/bad-value', '10.0.2.0/24'],
  ],
  ['a misspelt word', change('path: hardware', 'path: hardwear'), ['intent/bad-value', 'hardwear']],
  ['a name that is none', change('quiet:', '"very quiet":'), ['intent/bad-value', '"very quiet"']],
  ['ports upside down in a match', change('port: 445', 'port: 445-139'), ['intent/bad-value', '445-139']],
  ['a rate that is none', change('path: hardware', 'rate: fast'), ['intent/bad-value', 'fast']],
  [
    'both permit and deny',
    change('- permit: any', '- { permit: any, deny: any }'),
    ['intent/bad-value', '{ permit: any, deny: any }'],
  ],
  [
    'a fixed speed that is negotiated',
    change('{ vlan: right }', '{ vlan: right, speed: 1G-baseT-full, auto-negotiation: true }'),
    ['intent/bad-value', '{ vlan: right, speed: 1G-baseT-full, auto-negotiation: true }'],
  ],
  [
    'a property that no menu has',
    withDevice('settings: { ssh: { strong-krypto: true } }'),
    ['intent/unknown-key', 'strong-krypto'],
  ],
  [
    'the former name of a word',
    withDevice('services: { ssh: { disabled: true } }'),
    ['intent/unknown-key', 'disabled'],
  ],
  ['a word in place of a number', withDevice('services: { ssh: { port: http } }'), ['intent/bad-value', 'http']],
  [
    'a switch that is no switch',
    withDevice('settings: { cloud: { update-time: later } }'),
    ['intent/bad-value', 'later'],
  ],
  [
    'a word that an action is not',
    withDevice('rules: { nat: [{ chain: srcnat, action: maskerade }] }'),
    ['intent/bad-value', 'maskerade'],
  ],
  [
    'a matcher that is no address',
    withDevice('rules: { filter: [{ chain: input, src-address: "!10.0.0.300" }] }'),
    ['intent/bad-value', '"!10.0.0.300"'],
  ],
  [
    'ports that are none',
    withDevice('rules: { filter: [{ chain: input, protocol: tcp, dst-port: [80, https] }] }'),
    ['intent/bad-value', '[80, https]'],
  ],
  [
    'a row without what tells it apart',
    withDevice('dhcp: { pools: [{ ranges: 10.0.0.2-10.0.0.9 }] }'),
    ['intent/missing-key', '[{ ranges: 10.0.0.2-10.0.0.9 }]'],
  ],
  [
    'a secret in a row',
    withDevice('interfaces: { wireguard: [{ name: wg, private-key: abc }] }'),
    ['intent/literal-secret', '***'],
  ],
  [
    'a time that is none',
    withDevice('settings: { connection-tracking: { udp-timeout: soon } }'),
    ['intent/bad-value', 'soon'],
  ],
  ['the name of the bridge', withDevice('bridge: { name: lan }'), ['intent/unknown-key', 'name']],
  [
    'two roles with a bridge',
    change('{ vlan: right }', '{ vlan: right, bridged: true }'),
    ['intent/port-roles', 'bridged'],
  ],
  ['a community that is none', bgp('community: 65000'), ['intent/wrong-type', '65000']],
  [
    'a version of OSPF that is none',
    change('    routes:', `    ospf: ${ospf}\n    routes:`),
    ['intent/wrong-type', '4'],
  ],
  [
    'a file that is not there',
    change('site: test', 'site: test\ninclude: a.yaml'),
    ['intent/include-unreadable', 'a.yaml'],
  ],
  ['an alias without its anchor', change('{ vlan: right }', '*desk'), ['intent/wrong-type', '*desk']],
  ['a merge of nothing', change('{ vlan: right }', '{ vlan: right, <<: *desk }'), ['intent/wrong-type', '*desk']],
  ['a merge of no map', change('{ vlan: right }', '{ vlan: right, <<: desk }'), ['intent/wrong-type', 'desk']],
  ['an include that is none', change('site: test', 'site: test\ninclude: { a: 1 }'), ['intent/wrong-type', '{ a: 1 }']],
  [
    'an include in braces',
    '{ version: 1, site: a, include: [b.yaml] }',
    ['intent/include-unreadable', 'b.yaml'],
    ['intent/missing-key', '{ version: 1, site: a, include: [b.yaml] }'],
  ],
  ['another version of the format', change('version: 1', 'version: 2'), ['intent/bad-value', '2']],
  [
    'an unknown model',
    change('model: CRS326-24G-2S+', 'model: CRS326-24G-2S'),
    ['intent/unknown-model', 'CRS326-24G-2S'],
  ],
  ['RouterOS 6', change('7.14.3', '6.49.10'), ['intent/unknown-version', '6.49.10']],
  ['no RouterOS version', change('    routeros: 7.14.3\n', ''), ['intent/missing-key', 'core']],
  ['a version that is none', change('7.14.3', 'stable'), ['intent/bad-value', 'stable']],
  ['a port that the model lacks', change('ether9:', 'ether99:'), ['intent/unknown-port', 'ether99']],
  ['a range beyond the last port', change('ether5-8:', 'ether5-28:'), ['intent/unknown-port', 'ether5-28']],
  [
    'leases upside down',
    withDevice('dhcp-server: { left: { range: 10.0.2.20-10.0.2.9 } }'),
    ['intent/bad-value', '10.0.2.20-10.0.2.9'],
  ],
  ['a range upside down', change('ether5-8:', 'ether8-5:'), ['intent/port-range', 'ether8-5']],
  ['a port in two ranges', change('ether5-8:', 'ether4-8:'), ['intent/port-twice', 'ether4-8']],
];

describe('one mistake', () => {
  test.each(cases.map(([name, text, ...expected]) => ({ name, text, expected })))('$name', ({ text, expected }) => {
    const diagnostics = diagnose(text);
    expect(diagnostics.map(marked)).toEqual(expected);
    for (const { what, primary } of diagnostics) {
      expect(what).not.toBe('');
      expect(primary.at.kind).toBe('source');
    }
  });
});

test('aliases that repeat aliases are stopped', () => {
  const lines = ['a: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level++) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  expect(diagnose(`${lines.join('\n')}\n`).map(({ code }) => code)).toEqual(['intent/yaml-too-large']);
});

test.each([
  ['brackets', `version:\n  ${'['.repeat(200_000)}`, '['],
  ['dashes', `version:\n${'- '.repeat(20_000)}x`, '-'],
  ['spaces', `version:\n${' '.repeat(20_000)}x: 1`, ''],
])('nesting without end is stopped: %s', (_name, text, place) => {
  expect(diagnose(text).map(marked)).toEqual([['intent/yaml-too-large', place]]);
});

test('all mistakes of a file are told at once', () => {
  const text = validSite
    .replace('gateways:', 'gatways:')
    .replace('id: 3', 'id: three')
    .replace('ether9:', 'ether99:')
    .replace('port: 445', 'port: 445-139')
    .replace('name: bulk, from: left', 'name: bulk, from: lift');
  expect(diagnose(text).map(marked)).toEqual([
    ['intent/wrong-type', 'three'],
    ['intent/unknown-key', 'gatways'],
    ['intent/bad-value', '445-139'],
    ['intent/unknown-port', 'ether99'],
    ['intent/unknown-name', 'lift'],
  ]);
});

test('an ACL may end in `to: any`, which is the same as `any`', () => {
  expect(diagnose(change('- permit: any', '- deny: { to: any }'))).toEqual([]);
});

test('a range beyond the last port has no port that was meant', () => {
  const [range, name] = [change('ether5-8:', 'ether5-28:'), change('ether9:', 'ether99:')].map(diagnose);
  expect(range?.map(({ primary }) => primary.text)).toEqual(['no such port']);
  expect(name?.map(({ primary }) => primary.text)).toEqual(['did you mean `ether9`?']);
});

test('versions are read as written', () => {
  const target = read(change('7.14.3', '7.10')).devices.get('core')?.target;
  expect(target?.routeros).toMatchObject({ major: 7, minor: 10, text: '7.10' });
});

test.each([
  'ether1-4: { vlan: left }\n      ether2: { vlan: right }',
  'ether2: { vlan: right }\n      ether1-4: { vlan: left }',
])('an exact port name wins over a range: %j', (ports) => {
  const first = [...(read(change('ether1-4: { vlan: left }', ports)).devices.get('core')?.ports ?? [])].slice(0, 3);
  expect(first.map(([name, { settings }]) => [name, settings.vlan])).toEqual([
    ['ether1', 'left'],
    ['ether2', 'right'],
    ['ether3', 'left'],
  ]);
});

test('fixes replace the marked text', () => {
  const edits = (text: string) => diagnose(text).flatMap(({ fix }) => fix?.edits.map((edit) => edit.text) ?? []);
  expect(edits(change('gateways:', 'gatways:'))).toEqual(['gateways']);
  expect(edits(change('10.0.2.0/24', '10.0.2.1/24'))).toEqual(['10.0.2.0/24']);
  expect(edits(change('name: bulk', 'name: 7'))).toEqual(['"7"']);
  expect(edits(change('vlan: left', 'vlan: lift'))).toContain('left');
});

describe('anchors', () => {
  const anchored = change('site: test', 'site: test\nx-desk: &desk { vlan: left, bpdu-guard: true }').replace(
    'ether5-8: { vlan: right }',
    'ether5-8: { <<: *desk, vlan: right }',
  );

  test('stand under a key of the author’s own, and `<<` takes a map over', () => {
    const port = read(anchored).devices.get('core')?.ports.get('ether5');
    expect(port?.settings).toEqual({ vlan: 'right', 'bpdu-guard': true });
    const guard = port?.places.at('bpdu-guard');
    expect(guard && textOf(guard)).toBe('true');
  });

  test('a mistake in one is marked where it is written', () => {
    const text = anchored.replace('bpdu-guard: true', 'bpdu-gaurd: true');
    expect(diagnose(text).map(marked)).toEqual([['intent/unknown-key', 'bpdu-gaurd']]);
  });

  test('that take each other over are stopped', () => {
    const text = change('site: test', 'site: test\nacls: &a { x: &b { <<: *a }, <<: *b }');
    expect(diagnose(text).map(({ code }) => code)).toContain('intent/yaml-too-large');
  });
});

// Whoever forgot a bracket looks for its line; the parser gives up on a later one.
test('a bracket or a quote that is missing is told with the line where it was opened', () => {
  const lines = [
    ...validSite.split('\n'),
    '# "quotes"',
    'x-said: { text: "a { b", more: [1, 2] }',
    "x-last: 'c } d'",
    'x-end: 1',
  ];
  const count = (line: string, sign: string) => line.split(sign).length;
  const isWhole = (line: string) =>
    line.startsWith('x-') || (count(line, '{') === count(line, '}') && count(line, '[') === count(line, ']'));
  let removed = 0;
  for (const [index, line] of lines.entries()) {
    const last = line.replace(/[\]}"']\s*$/, '');
    if (last === line || line.startsWith('#') || !isWhole(line)) continue;
    removed++;
    const [found] = diagnose(lines.with(index, last).join('\n')).filter(({ code }) => code === 'intent/yaml-syntax');
    const at = found?.related[0]?.at;
    expect([line, at?.kind === 'source' ? at.file.text.slice(0, at.start).split('\n').length - 1 : undefined]).toEqual([
      line,
      index,
    ]);
  }
  expect(removed).toBeGreaterThan(5);
});
