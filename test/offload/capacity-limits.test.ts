// Nearly full tables, against the limits of DESIGN or of the site.

import { expect, test } from 'vitest';
import { capacityDiagnostics } from '../../src/offload/capacity-limits.ts';
import type { Capacity } from '../../src/offload/verdict.ts';
import { auditSource } from '../../src/pipeline/analyse/audit-source.ts';
import { span } from '../../src/source/location.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { openFixture } from '../support/rule-fixtures.ts';

const at = span({ path: 'site.yaml', text: 'core' }, 0, 4);
const { network } = openFixture({
  path: 'empty.rsc',
  text: '# target: CRS326-24G-2S+ 7.21.5\n/interface/bridge add name=bridge\n',
}).context;

function table(resource: string, used: number, more: Partial<Capacity> = {}): Capacity {
  const entry = { resource, used, dynamic: 0, shared: 0, size: 100, bound: 'exact', ...more } as const;
  return { ...entry, headroom: entry.size - entry.used - entry.dynamic - entry.shared };
}

function codesAt(used: number, options: { warn?: number; fail?: number; resource?: string } = {}) {
  const { resource = 'acl-rules', ...limits } = options;
  const found = capacityDiagnostics(network, [table(resource, used)], { ...limits, at });
  return found.map(({ code, severity }) => `${severity} ${code}`);
}

test('warns from 70 % and fails from 90 %', () => {
  expect(codesAt(69)).toEqual([]);
  expect(codesAt(70)).toEqual(['warning capacity/nearly-full']);
  expect(codesAt(89)).toEqual(['warning capacity/nearly-full']);
  expect(codesAt(90)).toEqual(['error capacity/over-limit']);
});

test('the site can say otherwise', () => {
  expect(codesAt(75, { warn: 80 })).toEqual([]);
  expect(codesAt(95, { fail: 100 })).toEqual(['warning capacity/nearly-full']);
  expect(codesAt(50, { fail: 50 })).toEqual(['error capacity/over-limit']);
});

test('entries that RouterOS adds count, and MTU profiles may be used up', () => {
  const entry = table('acl-rules', 60, { dynamic: 30 });
  expect(capacityDiagnostics(network, [entry], { at })[0]?.what).toBe('`acl-rules` is 90 % full: 90 of 100 entries');
  expect(codesAt(100, { resource: 'mtu-profiles' })).toEqual([]);
});

test('a memory that many share is said to be full once, of what fills most of it', () => {
  const full = [table('routes-ipv4', 60, { shared: 32 }), table('hosts-ipv4', 32, { shared: 60 })];
  expect(capacityDiagnostics(network, full, { at }).map(({ what }) => what)).toEqual([
    '`routes-ipv4` is 92 % full: 92 of 100 entries',
  ]);
});

test('an audit says it at the first row, once, and not where rules do not fit', () => {
  const told = (rules: number) => {
    const rows = Array.from(
      { length: rules },
      (_, n) => `add ports=ether1 src-address=10.${n}.0.0/16 switch=switch1\n`,
    );
    const text = `# model = CRS326-24G-2S+\n/interface ethernet switch rule\n${rows.join('')}`;
    const { report } = auditSource({ path: 'export.rsc', text }, { value: builtInProfiles(), diagnostics: [] }, {});
    return report.diagnostics.flatMap(({ code, primary: { at: place } }) =>
      /capacity/.test(code) && place.kind === 'source' ? `${code} ${place.start}` : [],
    );
  };
  expect(told(64)).toEqual([]);
  expect(told(120)).toEqual(['capacity/over-limit 57']);
  expect(told(129)).toEqual([expect.stringContaining('acl/acl-capacity')]);
});
