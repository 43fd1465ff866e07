// One mistake hides no other: not a model, a version or a key that nobody knows; and one rule that cannot be read is
// one mistake.

import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import { change, diagnose, marked, validSite } from '../support/valid-site.ts';

/** Mistakes of every kind of reference, none of which needs to know the hardware. */
const wrong = change('vlan: right', 'vlan: write')
  .replace('gateways: {', 'nat: [{ masquerade: [lift], out: internet }]\n    gateways: { cellar: 10.9.0.1,')
  .replace('via: 198.51.100.2', 'via: 198.51.100.1')
  .replace('from: left\n', 'from: leftt\n')
  .replace('to: right, path', 'to: rigth, path')
  .concat('hosts:\n  nas: { device: cor, port: ether2 }\n');

const found = diagnose(wrong).map(marked);

test('there is something to hide', () => {
  expect(found.map(([code]) => code).toSorted()).toEqual([
    'intent/next-hop-unreachable',
    ...Array.from({ length: 6 }, () => 'intent/unknown-name'),
  ]);
});

test.each([
  ['an unknown model', 'CRS326-24G-2S+', 'CRS999', 'intent/unknown-model'],
  ['RouterOS 6', 'routeros: 7.14.3', 'routeros: 6.49.10', 'intent/unknown-version'],
  ['no version', '    routeros: 7.14.3\n', '', 'intent/missing-key'],
  ['an unknown key of the site', 'site: test', 'site: test\nwombat: 1', 'intent/unknown-key'],
  ['an unknown key of a device', '    routeros:', '    wombat: 1\n    routeros:', 'intent/unknown-key'],
])('%s hides nothing', (_, before, after, code) => {
  const together = diagnose(wrong.replace(before, after));
  expect(together.map(marked)).toEqual(expect.arrayContaining(found));
  expect(together.map((each) => each.code)).toContain(code);
  expect(together).toHaveLength(found.length + 1);
});

test('a next hop may be in the VLAN that is not there', () => {
  const site = change('gateways: {', 'gateways: { cellar: 10.9.0.1,').replace('via: 198.51.100.2', 'via: 10.9.0.9');
  expect(diagnose(site).map(marked)).toEqual([['intent/unknown-name', 'cellar']]);
});

test('a sound site of an unknown model has no other mistake', () => {
  expect(diagnose(change('CRS326-24G-2S+', 'CRS999')).map(marked)).toEqual([['intent/unknown-model', 'CRS999']]);
});

describe('one rule in another language', () => {
  test.each([
    '{ action: deny, from: left, to: right, protocol: tcp }',
    '{ deny: all, src: left, dst: right }',
    'deny left to right',
  ])('%s is one mistake, with the shape of a rule', (rule) => {
    const [only, ...others] = diagnose(change('deny: { to: right, protocol: tcp, port: 445 }', rule));
    expect(others.map(marked)).toEqual([]);
    expect(only?.fix?.title).toBe('write it as `- { permit: { to: 10.20.0.53, protocol: udp, port: 53 } }`');
  });

  test('a slip in each of two rules is two', () => {
    const rules = 'deny: { to: right, protocl: tcp, prt: 445 }';
    expect(diagnose(change('deny: { to: right, protocol: tcp, port: 445 }', rules)).map(marked)).toEqual([
      ['intent/unknown-key', 'protocl'],
      ['intent/unknown-key', 'prt'],
    ]);
  });
});

test.each([
  ['gateways: { left: 10.0.2.1, right: 10.0.3.1 }', 'gateways: left', 'gateways: { office: 10.10.0.1, '],
  ['- { to: 0.0.0.0/0, via: 198.51.100.2 }', '- 198.51.100.2', '- { to: 0.0.0.0/0, via: 203.0.113.1 }'],
  ['left: { id: 2, ipv4: 10.0.2.0/24 }', 'left: 2', 'left: { id: 10, ipv4: 10.10.0.0/24 }'],
  ['ether1-4: { vlan: left }', 'ether1-4: left', 'ether1-4: { vlan: office }'],
  ['{ name: bulk, from: left, to: right, path: hardware }', 'left to right', '- { from: office, to: servers, '],
])('%s as %s is shown in its right shape', (before, after, shape) => {
  const titles = diagnose(change(before, after)).map(({ fix }) => fix?.title ?? '');
  expect(titles).toContainEqual(expect.stringContaining(shape));
});

test('text is not a site, and an export is told where to go', () => {
  const [only, ...others] = diagnose('/ip address\nadd address=10.0.0.1/24 interface=ether1\n');
  expect(others).toEqual([]);
  expect(only?.what).toBe('`site.yaml` is not a site: it is text where a site has keys and their values');
  expect(only?.fix?.title).toContain('rosc audit');
});

test.each([
  ['7.99', ['intent/unknown-version']],
  ['7.2', ['intent/unknown-version']],
  ['7.24.9', []],
])('RouterOS %s: %j', (version, codes) => {
  const diagnostics = diagnose(change('7.14.3', version)).filter(({ code }) => code === 'intent/unknown-version');
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  expect(diagnostics.every(({ severity }) => severity === 'warning')).toBe(true);
});

test('without a mistake nothing is said', () => {
  expect(diagnose(validSite)).toEqual([]);
});

test('secrets of a line are shown in nothing that is said of it', () => {
  const snmp = 'snmp: { user: monitor, password: hunter22, encryption: hunter33, form: [192.0.2.1/33] }';
  const all = diagnose(change('    routes:', `    ${snmp}\n    routes:`));
  expect(all.map(({ code }) => code).toSorted()).toEqual([
    'intent/literal-secret',
    'intent/literal-secret',
    'intent/unknown-key',
  ]);
  expect(renderDiagnostics(all)).not.toMatch(/hunter/);
});
