// Fixes as their readers use them: the commands are put behind the configuration, and the whole is audited again. What
// was found is gone, and nothing else is found that was not.

import { expect, test } from 'vitest';
import { codesOf, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { rules } from '../../src/offload/rules.ts';
import { auditSource } from '../../src/pipeline/analyse/audit-source.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { examples } from '../support/examples.ts';
import { fixturesOf } from '../support/rule-fixtures.ts';

const profiles = { value: builtInProfiles(), diagnostics: [] };

function loudIn(text: string, target: { readonly model?: string; readonly routeros?: string }): readonly Diagnostic[] {
  const { diagnostics } = auditSource({ path: 'export.rsc', text }, profiles, target).report;
  return diagnostics.filter(({ severity }) => severity !== 'note');
}

/** What the fixes bring, and what they leave. */
function foundAnew(text: string, target: Parameters<typeof loudIn>[1]): readonly string[] {
  const before = loudIn(text, target);
  const isKnown = ({ code, severity }: Diagnostic) =>
    before.some((each) => codesOf(each).includes(code) && (each.severity === 'error' || severity === 'warning'));
  return before.flatMap(({ code, what, fix }) => {
    const commands = fix?.commands ?? [];
    if (commands.length === 0 || commands.some((command) => command.includes('<'))) return [];
    return loudIn(`${text}\n${commands.join('\n')}\n`, target)
      .filter((each) => !isKnown(each) || (each.code === code && each.what === what))
      .map((each) => `${code}: ${each.severity} ${each.code}`);
  });
}

const bad = rules.flatMap(({ id }) => fixturesOf(id)).filter(({ kind }) => kind === 'bad');
const step = examples(9, 1);
const some = bad.filter((_, index) => index % step === 0);

test.each(some)('$file.path', ({ file: { text } }) => {
  const [, model = '', routeros = ''] = /^# target: (\S+) (\S+)/m.exec(text) ?? [];
  expect(foundAnew(text, { model, routeros })).toEqual([]);
});

test('filtering that a chip does not know is not switched off under VLANs that need it', () => {
  const found = loudIn(
    `# 2025-01-01 00:00:00 by RouterOS 7.18.2
# model = CRS112-8G-4S
/interface bridge
add name=bridge1 vlan-filtering=yes
/interface bridge port
add bridge=bridge1 interface=ether1 pvid=10
add bridge=bridge1 interface=ether2 pvid=20
`,
    {},
  );
  const [{ fix } = {}] = found.filter(({ code }) => code === 'l2/vlan-filtering-nonhw');
  expect(fix?.commands).toBeUndefined();
  expect(fix?.title).toContain('l2/pvid-without-vlan-filtering');
});
