// `export verbose` prints what a device has by itself beside what somebody set: verdicts and findings are those of the
// plain export.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Item } from '../../../src/model/config.ts';
import { isFlag, menus } from '../../../src/model/menus.ts';
import { quoteValue } from '../../../src/model/quote.ts';
import { type AuditedExport, auditSource } from '../../../src/pipeline/analyse/audit-source.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { projectRoot } from '../../support/project-root.ts';

const profiles = { value: builtInProfiles(), diagnostics: [] };
const folder = join(projectRoot, 'fixtures', 'audit', 'whole');
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.rsc'))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  // What a script computes, only the device can print, and none prints a menu that it does not have.
  .filter(([name, text]) => text.includes('by RouterOS 7') && !text.includes('=$') && name !== 'misspelt-menus.rsc');

const vxlan = `# 2025-01-01 00:00:00 by RouterOS 7.18.2
# model = RB5009UG+S+
/interface vxlan
add name=vxlan10 vni=10 local-address=192.0.2.1
/interface vxlan vteps
add interface=vxlan10 remote-ip=198.51.100.1
/interface vlan
add interface=ether2 name=vlan10 vlan-id=10
/ip address
add address=192.0.2.1/24 interface=ether1
add address=10.0.10.1/24 interface=vlan10
/ip route
add gateway=192.0.2.254
`;

test.each([...texts, ['a tunnel and a VLAN', vxlan] as const])('%s', (_, text) => {
  const plain = audit(text);
  expect(essenceOf(audit(verbose(text, plain)))).toEqual(essenceOf(plain));
});

function audit(text: string): AuditedExport {
  return auditSource({ path: 'export.rsc', text }, profiles, {});
}

function essenceOf({ report }: AuditedExport): readonly string[] {
  const verdicts = report.devices.flatMap((device) => device.verdicts);
  // No device prints a statement.
  const loud = report.diagnostics.filter(({ severity, code }) => severity !== 'note' && code !== 'rsc/statement');
  return [
    ...verdicts.map(({ kind, subject, placement, because }) => `${kind} ${subject.key} ${placement} ${because.join()}`),
    ...loud.map(({ severity, code }) => `${severity} ${code}`),
  ].sort();
}

function verbose(text: string, { device }: AuditedExport): string {
  const header = text.split('\n').filter((line) => line.startsWith('# '));
  const items = device?.reading.config.items.filter(({ origin }) => origin.kind === 'source') ?? [];
  return [...header, ...items.flatMap(commandOf)].map((line) => `${line}\n`).join('');
}

function commandOf(item: Item): readonly string[] {
  const { kind, key = [], properties = {} } = menus.get(item.menu) ?? {};
  if (kind === undefined) return [];
  const usual = Object.entries(properties).flatMap(([name, spec]) =>
    item.properties.has(name) || spec.default === undefined || spec.since || spec.until ? [] : [[name, spec.default]],
  );
  const own = [...item.properties].map(([name, { value }]) => [name, value]);
  const words = [...own, ...usual].flatMap(([name = '', value = '']) => {
    if (isFlag(item.menu, name)) return value === 'no' ? [] : [name];
    return kind === 'fixed' && key.includes(name) ? [] : [`${name}=${quoteValue(value)}`];
  });
  const row = kind === 'fixed' ? `set [ find ${key[0]}=${quoteValue(item.key)} ]` : kind === 'settings' ? 'set' : 'add';
  return words.length === 0 ? [] : [`${item.menu} ${row} ${words.join(' ')}`];
}
