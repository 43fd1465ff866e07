// Fixes as their readers use them: the commands are put behind the configuration, and the whole is audited again. What
// was found is gone, and nothing else is found that was not.

import { expect, test } from 'vitest';
import { codesOf, type Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { rules } from '../../../src/offload/rules.ts';
import { auditSource } from '../../../src/pipeline/analyse/audit-source.ts';
import { builtInProfiles } from '../../support/built-in-profiles.ts';
import { examples } from '../../support/examples.ts';
import { fixturesOf } from '../../support/rule-fixtures.ts';

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
  expect(fix?.steps).toEqual(['/interface/bridge set [find name=bridge1] vlan-filtering=no']);
  expect(fix?.title).toContain('l2/pvid-without-vlan-filtering');
});

test('a port that carries further VLANs takes their interfaces with it into the bridge of one of them', () => {
  const text = `# 2025-01-01 00:00:00 by RouterOS 7.18.2
# model = CCR2004-16G-2S+
/interface bridge
add name=servers
/interface vlan
add interface=ether1 name=vlan-servers vlan-id=20
add interface=ether1 name=vlan-phones vlan-id=30
/interface bridge port
add bridge=servers interface=ether2
add bridge=servers interface=ether3
add bridge=servers interface=vlan-servers
/ip address
add address=192.0.2.1/24 interface=vlan-phones
`;
  const [{ fix } = {}] = loudIn(text, {}).filter(({ code }) => code === 'cpu-l2/vlan-in-bridge-with-physical');
  expect(fix?.commands).toContain('/interface/vlan set [find name=vlan-phones] interface=servers');
  expect(fix?.commands).toContain('/interface/bridge/port set [find interface=ether3] pvid=20');
  expect(loudIn(`${text}\n${fix?.commands?.join('\n')}\n`, {})).toEqual([]);
});

test('no connection of an IPsec policy is fast-tracked while a FastTrack rule is brought in', () => {
  const text = `# 2025-01-01 00:00:00 by RouterOS 7.18.2
# model = RB5009UG+S+
/ip ipsec peer
add name=office address=198.51.100.9 exchange-mode=ike2
/ip ipsec policy
add peer=office tunnel=yes src-address=192.0.2.0/25 dst-address=203.0.113.0/24
/ip address
add address=192.0.2.1/25 interface=ether2
add address=198.51.100.1/24 interface=ether1
/ip route
add gateway=198.51.100.9
/ip firewall filter
add chain=forward action=drop connection-state=invalid
/ip firewall nat
add chain=srcnat action=masquerade out-interface=ether1 ipsec-policy=out,none
`;
  const [{ fix } = {}] = loudIn(text, {}).filter(({ code }) => code === 'firewall/fasttrack-missing');
  const commands = fix?.commands ?? [];
  expect(commands.map((command) => /action=\S+/.exec(command)?.[0])).toContain('action=fasttrack-connection');
  commands.forEach((_, at) => {
    const found = loudIn(`${text}\n${commands.slice(0, at + 1).join('\n')}\n`, {}).map(({ code }) => code);
    expect(found).not.toContain('firewall/fasttrack-ipsec-bypass');
  });
});
